/** A dotted or snake-case name in camelCase: `functions.invocation-stats` is `functionsInvocationStats`. */
export function camelCase(name: string): string {
  return name.replace(/[._-]+(.)/g, (_, letter: string) => letter.toUpperCase());
}

/** A name in PascalCase. */
export function pascalCase(name: string): string {
  const camel = camelCase(name);
  return camel.charAt(0).toUpperCase() + camel.slice(1);
}

/** A name as GoogleSQL writes it. */
export function quotedName(name: string): string {
  if (/^[A-Za-z_]\w*$/.test(name)) return name;
  return `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``;
}

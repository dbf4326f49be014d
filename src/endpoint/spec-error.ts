/** What is wrong with a member of a declaration. */
export class SpecError extends Error {
  override name = 'SpecError' as const;
  /** The names of the members around it and its own: `['parameters', 'since', 'type']`. */
  readonly path: readonly string[];

  constructor(message: string, path: readonly string[], options?: ErrorOptions) {
    super(message, options);
    this.path = path;
  }
}

/** The path in an error of a declaration, which another copy of this module may have thrown; undefined in other errors. */
export function specPath(error: unknown): readonly string[] | undefined {
  if (!(error instanceof Error) || error.name !== 'SpecError' || !('path' in error)) {
    return undefined;
  }
  return Array.isArray(error.path) ? error.path.map(String) : undefined;
}

/** The recursive CTE whose recursive part is being resolved, and why it may currently not be referenced. */
export interface Recursion {
  blocked: string | undefined;
  references: number;
  /** The offset of the last reference. */
  at: number;
}

/** Runs `resolve` in a place where a recursive CTE may not be referenced. */
export function withRecursionBlocked<Result>(
  recursion: Recursion | undefined,
  reason: string,
  resolve: () => Result,
): Result {
  if (!recursion) return resolve();
  const outer = recursion.blocked;
  recursion.blocked ??= reason;
  try {
    return resolve();
  } finally {
    recursion.blocked = outer;
  }
}

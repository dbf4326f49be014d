/** The recursive CTE whose second part is being resolved, and why it may not be named just now. */
export interface Recursion {
  blocked: string | undefined;
  references: number;
  /** Where it was named last. */
  at: number;
}

/** Runs `resolve` where a recursive CTE may not be named. */
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

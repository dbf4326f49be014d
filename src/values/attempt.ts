/** What a call returns; undefined if it throws an error of the class. */
export function attempt<Result>(
  work: () => Result,
  expected: abstract new (...parts: never[]) => Error = Error,
): Result | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof expected) return undefined;
    throw error;
  }
}

import type { RunResult } from './runner.ts';

/** How a finished answer tells that it still shows a result as it is. */
export interface FreshResult {
  /** When the age of the result changes by a second, in microseconds since the epoch. */
  readonly expiresAt: bigint;
  /** Reads the cache entry again; false where it was replaced or evicted. */
  readAgain(): boolean;
}

/** A result whose rows were a fresh hit; undefined for any other. Rows stay fresh for whole seconds. */
export function freshResult({
  ageSeconds,
  computedAt,
  readAgain,
}: RunResult): FreshResult | undefined {
  if (!readAgain) return undefined;
  return { expiresAt: computedAt + (BigInt(ageSeconds) + 1n) * 1_000_000n, readAgain };
}

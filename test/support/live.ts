import type { RunOptions } from '../../src/sources/source.ts';

/** How a caller runs a plan; one who waits for ever unless the test says otherwise. */
export function live(options: Partial<RunOptions> = {}): RunOptions {
  return { now: 0n, signal: new AbortController().signal, ...options };
}

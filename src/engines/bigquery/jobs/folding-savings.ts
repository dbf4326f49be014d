import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** Size and lifetime of the cache of ratios. */
const MAX_KNOWN = 1_000;
const KNOWN_MS = 3_600_000;

/** A run of a folded statement. */
export interface FoldedRun {
  /** The text that would have run without folding. */
  readonly sql: string;
  /** What the run was billed for. */
  readonly bytesBilled: number;
  /** What that text would have been billed for with the same parameters, by a dry run. */
  readonly estimate: () => Promise<number>;
}

/**
 * The bytes that folding absent parameters saves: those of columns that only their conditions read.
 *
 * A text is dry-run after its first run in an hour, with the same parameters, which tells how much more it reads; until
 * then nothing is counted. Other parameters select other partitions of the same columns, so that the ratio stays.
 */
export class FoldingSavings {
  readonly #ratios = new LRUCache<string, Promise<void> | number>({
    max: MAX_KNOWN,
    ttl: KNOWN_MS,
  });
  readonly #background: (work: Promise<unknown>) => void;

  /** `background` receives the dry runs, which no caller waits for. */
  constructor(background: (work: Promise<unknown>) => void) {
    this.#background = background;
  }

  /** What a run saved, as far as that is known. */
  of({ bytesBilled, estimate, sql }: FoldedRun): number {
    if (bytesBilled === 0) return 0;
    const key = hash('sha256', sql, 'base64url');
    const known = this.#ratios.get(key);
    if (typeof known === 'number') return Math.round(bytesBilled * known);
    if (known === undefined) this.#learn(key, bytesBilled, estimate);
    return 0;
  }

  #learn(key: string, bytesBilled: number, estimate: () => Promise<number>): void {
    const learning = estimate().then(
      (bytes) => void this.#ratios.set(key, Math.max(0, bytes / bytesBilled - 1)),
      // It is asked again after the next run.
      () => void this.#ratios.delete(key),
    );
    this.#ratios.set(key, learning);
    this.#background(learning);
  }
}

import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** Size and lifetime of the cache. */
const MAX_KNOWN = 1_000;
const KNOWN_MS = 3_600_000;

/** Numbers that free dry runs tell of texts: each is learned once in an hour, by work that no caller waits for. */
export class LearnedNumbers {
  readonly #known = new LRUCache<string, Promise<void> | number>({ max: MAX_KNOWN, ttl: KNOWN_MS });
  readonly #background: (work: Promise<unknown>) => void;

  /** `background` receives the work. */
  constructor(background: (work: Promise<unknown>) => void) {
    this.#background = background;
  }

  /** The number of a text; undefined while it is being learned, which a later call repeats if it fails. */
  of(text: string, learn: () => Promise<number>): number | undefined {
    const key = hash('sha256', text, 'base64url');
    const known = this.#known.get(key);
    if (typeof known === 'number') return known;
    if (known === undefined) this.#learn(key, learn);
    return undefined;
  }

  #learn(key: string, learn: () => Promise<number>): void {
    const learning = learn().then(
      (number) => void this.#known.set(key, number),
      () => void this.#known.delete(key),
    );
    this.#known.set(key, learning);
    this.#background(learning);
  }
}

import { LRUCache } from 'lru-cache';

/** Questions that are remembered. An entry takes some 200 bytes. */
const MAX_QUESTIONS = 10_000;

/** What a run of a question needed; moments in microseconds since the epoch. */
interface Needed {
  /** The start of the newest partition at that time. */
  readonly newest: bigint;
  /** The start of the oldest partition that had a row of the answer. */
  readonly from: bigint;
}

/** How far back the last run of each question went. */
export class NeededLast {
  readonly #needed = new LRUCache<string, Needed>({ max: MAX_QUESTIONS });

  /** Where the last run ended; undefined if there was none, or another partition has begun since. */
  from(question: string | undefined, newest: bigint): bigint | undefined {
    const needed = question === undefined ? undefined : this.#needed.get(question);
    return needed?.newest === newest ? needed.from : undefined;
  }

  set(question: string | undefined, needed: Needed): void {
    if (question !== undefined) this.#needed.set(question, needed);
  }
}

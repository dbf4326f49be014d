import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** V8's own function; it has no type because Node shows it only on request. */
type CollectGarbage = (options: { readonly type: 'minor' | 'major' }) => void;

/** How many results may wait for their end before a full collection is worth its pause. */
const MANY = 32;

/**
 * Frees the memory of results that were read.
 *
 * A result's rows lie outside V8's heap and are freed when V8 collects the object in front of them, but V8 does not
 * know how large they are (several MB for a hundred log rows) and sees no reason to: 120 queries held 1 GB. A minor
 * collection after each query takes under 1 ms and finds nearly all; results that lived through two of them need a
 * full one, some 30 ms, which is done only when they have become many.
 */
export class ResultCollector {
  readonly #collect: CollectGarbage = exposeGarbageCollection();
  readonly #registry = new FinalizationRegistry<undefined>(() => {
    this.#alive -= 1;
  });
  #alive = 0;
  #isScheduled = false;

  /** Counts a result until it is freed. */
  watch(result: object): void {
    this.#alive += 1;
    this.#registry.register(result, undefined);
  }

  /** Collects soon, when the caller has let go of the result. */
  collectSoon(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#collect({ type: this.#alive > MANY ? 'major' : 'minor' });
    });
  }

  /** Results that were not freed yet. */
  get alive(): number {
    return this.#alive;
  }
}

function exposeGarbageCollection(): CollectGarbage {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc');
}

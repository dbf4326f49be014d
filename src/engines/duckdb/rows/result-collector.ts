import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** V8's `gc`, which is untyped because Node exposes it only on request. */
type CollectGarbage = (options: { readonly type: 'minor' | 'major' }) => void;

/** Growth of the process, from the least since the last full collection, that justifies the pause of another. */
const GROWTH_BYTES = 64 * 1024 * 1024;

/**
 * Frees the memory of results that were read.
 *
 * A result's rows are outside V8's heap and are freed when V8 collects the wrapper object, but V8 does not know their
 * size (several MB for a hundred log rows) and sees no reason to: 120 queries held 1 GB. A minor collection after each
 * query takes under 1 ms and frees nearly all. Results that survive two of them, as when queries overlap, need a full
 * collection of some 30 ms, which runs only when the process has grown.
 *
 * A FinalizationRegistry cannot count the remaining results: minor collections keep its targets alive.
 */
export class ResultCollector {
  readonly #collect: CollectGarbage = exposeGarbageCollection();
  #isScheduled = false;
  #size = process.memoryUsage.rss();

  /** Schedules a collection for when the caller has released its result. */
  collectSoon(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#collectNow();
    });
  }

  #collectNow(): void {
    const size = process.memoryUsage.rss();
    this.#size = Math.min(this.#size, size);
    if (size < this.#size + GROWTH_BYTES) {
      this.#collect({ type: 'minor' });
      return;
    }
    this.#collect({ type: 'major' });
    this.#size = process.memoryUsage.rss();
  }
}

function exposeGarbageCollection(): CollectGarbage {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc');
}

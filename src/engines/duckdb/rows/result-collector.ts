import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** V8's own function; it has no type because Node shows it only on request. */
type CollectGarbage = (options: { readonly type: 'minor' | 'major' }) => void;

/** Growth of the process that makes a full collection worth its pause. */
const GROWTH_BYTES = 64 * 1024 * 1024;

/**
 * Frees the memory of results that were read.
 *
 * A result's rows lie outside V8's heap and are freed when V8 collects the object in front of them, but V8 does not
 * know how large they are (several MB for a hundred log rows) and sees no reason to: 120 queries held 1 GB. A minor
 * collection after each query takes under 1 ms and finds nearly all; results that lived through two of them, as they
 * do when queries overlap, need a full one, some 30 ms, which is done only when the process has grown.
 *
 * A FinalizationRegistry cannot tell which results are left: minor collections keep alive whatever one watches.
 */
export class ResultCollector {
  readonly #collect: CollectGarbage = exposeGarbageCollection();
  #isScheduled = false;
  #size = process.memoryUsage.rss();

  /** Collects when the caller has let go of its result. */
  collectSoon(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#collectNow();
    });
  }

  #collectNow(): void {
    if (process.memoryUsage.rss() < this.#size + GROWTH_BYTES) {
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

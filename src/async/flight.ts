import { settledOrAborted } from './settled-or-aborted.ts';

/**
 * Running work that several callers wait for. One that leaves does not affect the others; when the last one leaves, the
 * work is aborted.
 */
export class Flight<Made> {
  readonly #controller = new AbortController();
  readonly #made: Promise<Made>;
  readonly #onEnd: () => void;
  #waiting = 0;
  #hasEnded = false;

  /** `onEnd` is called once, when the work has settled or is abandoned: an abandoned flight must not be joined. */
  constructor(work: (signal: AbortSignal) => Promise<Made>, onEnd: () => void) {
    this.#onEnd = onEnd;
    this.#made = work(this.#controller.signal);
    const end = () => this.#end();
    this.#made.then(end, end);
  }

  /** What the work makes; rejects as it does, or with the reason of the caller's own signal. */
  async wait(signal: AbortSignal): Promise<Made> {
    this.#waiting += 1;
    try {
      return await settledOrAborted(this.#made, signal);
    } finally {
      this.#waiting -= 1;
      if (this.#waiting === 0 && !this.#hasEnded) {
        this.#end();
        this.#controller.abort();
      }
    }
  }

  #end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#onEnd();
  }
}

import { setImmediate } from 'node:timers/promises';

/** How long work may go on before others get their turn, in milliseconds. */
const TURN_MS = 10;

/** Cuts long work into turns, between which the event loop serves others. */
export class Turns {
  #since = performance.now();

  /** To be awaited between the parts of the work; the event loop goes round where enough was done. */
  async pause(): Promise<void> {
    if (performance.now() - this.#since < TURN_MS) return;
    await setImmediate();
    this.#since = performance.now();
  }
}

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

  /** What the work makes of each item, one after the other, with a pause behind each. */
  async map<Item, Made>(
    items: Iterable<Item>,
    work: (item: Item, index: number) => Made | Promise<Made>,
  ): Promise<Made[]> {
    const made: Made[] = [];
    for (const item of items) {
      made.push(await work(item, made.length));
      await this.pause();
    }
    return made;
  }
}

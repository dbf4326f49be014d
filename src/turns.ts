/** How long all work that is cut may hold the event loop in one round of it, in milliseconds. */
const SLICE_MS = 5;

/** When the slice of this round is over. */
let until = 0;
/** Whether some work has had its slice and the event loop has not gone round since. */
let isRunning = false;
const waiting: (() => void)[] = [];

/**
 * Cuts long work into slices, between which the event loop serves others. All work in the process shares one slice a
 * round and waits in one line: with a slice each, sixteen callers would hold the loop for sixteen slices.
 */
export class Turns {
  /** To be awaited between the parts of the work; waits for another round where this one's slice is spent. */
  async pause(): Promise<void> {
    if (!isRunning) startSlice();
    else if (performance.now() >= until)
      await new Promise<void>((resolve) => waiting.push(resolve));
  }

  /** The items, with a pause before each. */
  async *each<Item>(items: Iterable<Item>): AsyncGenerator<Item> {
    for (const item of items) {
      await this.pause();
      yield item;
    }
  }

  /** What the work makes of each item, one after the other, with a pause before each. */
  async map<Item, Made>(
    items: Iterable<Item>,
    work: (item: Item, index: number) => Made | Promise<Made>,
  ): Promise<Made[]> {
    const made: Made[] = [];
    for (const item of items) {
      await this.pause();
      made.push(await work(item, made.length));
    }
    return made;
  }
}

function startSlice(): void {
  isRunning = true;
  until = performance.now() + SLICE_MS;
  setImmediate(nextRound);
}

function nextRound(): void {
  const resume = waiting.shift();
  isRunning = false;
  if (!resume) return;
  startSlice();
  resume();
}

/** Time per round of the event loop for all yielding work together, in milliseconds. */
const SLICE_MS = 5;

/** When this round's slice ends. */
let sliceEnd = 0;
/** Whether a slice was used since the event loop's last round. */
let isRunning = false;
const waiting: (() => void)[] = [];

/**
 * Await this between the parts of long work: resolves at once during this round's slice, and in a later round of the
 * event loop after it. All work in the process shares one slice per round and one queue: with a slice each, sixteen
 * callers would block the loop for sixteen slices.
 */
export async function yieldToEventLoop(): Promise<void> {
  if (!isRunning) startSlice();
  else if (performance.now() >= sliceEnd)
    await new Promise<void>((resolve) => waiting.push(resolve));
}

/** Iterates over items, yielding to the event loop before each. */
export async function* eachYielding<Item>(items: Iterable<Item>): AsyncGenerator<Item> {
  for (const item of items) {
    await yieldToEventLoop();
    yield item;
  }
}

/** Maps items one after the other, yielding to the event loop before each. */
export async function mapYielding<Item, Made>(
  items: Iterable<Item>,
  work: (item: Item, index: number) => Made | Promise<Made>,
): Promise<Made[]> {
  const made: Made[] = [];
  for (const item of items) {
    await yieldToEventLoop();
    made.push(await work(item, made.length));
  }
  return made;
}

function startSlice(): void {
  isRunning = true;
  sliceEnd = performance.now() + SLICE_MS;
  setImmediate(nextRound);
}

function nextRound(): void {
  const resume = waiting.shift();
  isRunning = false;
  if (!resume) return;
  startSlice();
  resume();
}

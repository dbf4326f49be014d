/** How long all work that is cut may hold the event loop in one round of it, in milliseconds. */
const SLICE_MS = 5;

/** When the slice of this round is over. */
let until = 0;
/** Whether some work has had its slice and the event loop has not gone round since. */
let isRunning = false;
const waiting: (() => void)[] = [];

/**
 * To be awaited between the parts of long work: resolves at once while this round's slice lasts, in a later round of
 * the event loop when it is spent. All work in the process shares one slice a round and waits in one queue: with a
 * slice each, sixteen callers would hold the loop for sixteen slices.
 */
export async function yieldToEventLoop(): Promise<void> {
  if (!isRunning) startSlice();
  else if (performance.now() >= until) await new Promise<void>((resolve) => waiting.push(resolve));
}

/** The items, yielding to the event loop before each. */
export async function* eachYielding<Item>(items: Iterable<Item>): AsyncGenerator<Item> {
  for (const item of items) {
    await yieldToEventLoop();
    yield item;
  }
}

/** What the work makes of each item, one after the other, yielding to the event loop before each. */
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

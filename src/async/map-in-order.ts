/**
 * Maps items, `count` at a time, and resolves with the results in the order of the items. After a failure no other item
 * is begun, and those that run have ended when it rejects.
 */
export async function mapInOrder<Item, Made>(
  items: Iterable<Item>,
  count: number,
  map: (item: Item) => Promise<Made>,
): Promise<readonly Made[]> {
  const made: Made[] = [];
  const running: Promise<Made>[] = [];
  const take = async () => {
    made.push(...(await Promise.all(running.slice(0, 1))));
    running.shift();
  };
  try {
    for (const item of items) {
      if (running.length >= count) await take();
      const one = map(item);
      // Its failure is thrown in order; until then it must not count as unhandled.
      one.catch(() => undefined);
      running.push(one);
    }
    while (running.length > 0) await take();
    return made;
  } finally {
    await Promise.allSettled(running);
  }
}

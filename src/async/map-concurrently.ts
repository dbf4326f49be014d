/** The results of a call for each item, in their order, of which at most `most` run at once. Rejects with the first error. */
export async function mapConcurrently<Item, Result>(
  items: readonly Item[],
  most: number,
  call: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results = new Array<Result>(items.length);
  const entries = items.entries();
  const work = async () => {
    // The workers share one iterator.
    for (const [i, item] of entries) results[i] = await call(item);
  };
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, work));
  return results;
}

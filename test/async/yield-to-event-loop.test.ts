import { setImmediate as nextRound } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import { eachYielding, mapYielding } from '../../src/async/yield-to-event-loop.ts';

/** Slices are the process's: what another test began is over when the event loop went round. */
beforeEach(async () => {
  await nextRound();
  await nextRound();
});

function workFor(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

test('mapYielding keeps the order of its items, whether their work waits or not', async () => {
  const made = await mapYielding(['a', 'b', 'c'], (item, index) =>
    index === 1 ? Promise.resolve(`${item}${index}`) : `${item}${index}`,
  );

  expect(made).toEqual(['a0', 'b1', 'c2']);
});

test('mapYielding yields only where enough was done', async () => {
  let rounds = 0;
  const count = () => {
    rounds += 1;
  };

  setImmediate(count);
  await mapYielding([1, 2, 3], () => undefined);
  const afterLittle = rounds;
  await mapYielding([1, 2], () => workFor(12));

  expect([afterLittle, rounds]).toEqual([0, 1]);
});

test('Yielding work shares one slice of each round, so that others wait for one and not for sixteen', async () => {
  let isOver = false;
  let rounds = 0;
  const goRound = () => {
    rounds += 1;
    if (!isOver) setImmediate(goRound);
  };

  setImmediate(goRound);
  const parts = Array.from({ length: 16 }, () => mapYielding([1, 2, 3], () => workFor(6)));
  await Promise.all(parts);
  isOver = true;

  // Each part is longer than a slice, so that one fits into a round; with a slice for each caller it would be three rounds.
  expect(rounds).toBeGreaterThanOrEqual(16);
});

test('eachYielding gives the items in their order', async () => {
  const items: string[] = [];
  for await (const item of eachYielding(['a', 'b', 'c'])) items.push(item);

  expect(items).toEqual(['a', 'b', 'c']);
});

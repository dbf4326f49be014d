import { setImmediate as nextRound } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import { Turns } from '../src/turns.ts';

/** Slices are the process's: what another test began is over when the event loop went round. */
beforeEach(async () => {
  await nextRound();
  await nextRound();
});

function workFor(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

test('Turns.map keeps the order of its items, whether their work waits or not', async () => {
  const made = await new Turns().map(['a', 'b', 'c'], (item, index) =>
    index === 1 ? Promise.resolve(`${item}${index}`) : `${item}${index}`,
  );

  expect(made).toEqual(['a0', 'b1', 'c2']);
});

test('Turns gives others their turn only where enough was done', async () => {
  let turns = 0;
  const count = () => {
    turns += 1;
  };

  setImmediate(count);
  await new Turns().map([1, 2, 3], () => undefined);
  const afterLittle = turns;
  await new Turns().map([1, 2], () => workFor(12));

  expect([afterLittle, turns]).toEqual([0, 1]);
});

test('Turns share one slice of each round, so that others wait for one and not for sixteen', async () => {
  let isOver = false;
  let rounds = 0;
  const goRound = () => {
    rounds += 1;
    if (!isOver) setImmediate(goRound);
  };

  setImmediate(goRound);
  const parts = Array.from({ length: 16 }, () => new Turns().map([1, 2, 3], () => workFor(6)));
  await Promise.all(parts);
  isOver = true;

  // Each part is longer than a slice, so that one fits into a round; with a slice for each caller it would be three rounds.
  expect(rounds).toBeGreaterThanOrEqual(16);
});

test('Turns.each gives the items in their order', async () => {
  const items: string[] = [];
  for await (const item of new Turns().each(['a', 'b', 'c'])) items.push(item);

  expect(items).toEqual(['a', 'b', 'c']);
});

import { expect, test } from 'vitest';
import { Turns } from '../src/turns.ts';

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

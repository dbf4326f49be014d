import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { mapInOrder } from '../../src/async/map-in-order.ts';

test('mapInOrder runs so many at a time and keeps the order', async () => {
  let running = 0;
  let most = 0;

  const made = await mapInOrder([30, 1, 20, 2], 2, async (ms) => {
    running += 1;
    most = Math.max(most, running);
    await sleep(ms);
    running -= 1;
    return ms;
  });

  expect(made).toEqual([30, 1, 20, 2]);
  expect(most).toBe(2);
});

test('mapInOrder begins nothing after a failure, and rejects when what runs has ended', async () => {
  const ended: number[] = [];

  const mapped = mapInOrder([1, 2, 3], 2, async (item) => {
    if (item === 1) throw new Error('one');
    await sleep(10);
    ended.push(item);
  });

  await expect(mapped).rejects.toThrow('one');
  expect(ended).toEqual([2]);
});

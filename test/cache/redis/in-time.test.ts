import { stat } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { inTime, TimedOut } from '../../../src/cache/redis/in-time.ts';

test('inTime resolves and rejects as the promise does', async () => {
  expect(await inTime(Promise.resolve(1), 1_000)).toBe(1);
  await expect(inTime(Promise.reject(new Error('broken')), 1_000)).rejects.toThrow('broken');
});

test('inTime rejects when the promise does not settle', async () => {
  await expect(inTime(new Promise(() => {}), 1)).rejects.toThrow(TimedOut);
});

test('inTime takes an answer that came while the process was busy', async () => {
  const answer = inTime(stat('.'), 1);

  const started = performance.now();
  while (performance.now() - started < 300);

  expect((await answer).isDirectory()).toBe(true);
});

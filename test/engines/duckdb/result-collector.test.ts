import { expect, test } from 'vitest';
import { ResultCollector } from '../../../src/engines/duckdb/result-collector.ts';

test('ResultCollector sees results go that nobody holds any more', async () => {
  const collector = new ResultCollector();
  for (let i = 0; i < 20; i += 1) collector.watch({ i });
  expect(collector.alive).toBe(20);

  collector.collectSoon();

  await expect.poll(() => collector.alive).toBeLessThan(20);
});

test('ResultCollector keeps counting results that are held, and collects old ones when they are many', async () => {
  const collector = new ResultCollector();
  const held = Array.from({ length: 100 }, (_, i) => ({ i }));
  for (const result of held) collector.watch(result);
  for (let i = 0; i < 3; i += 1) {
    collector.collectSoon();
    await new Promise(setImmediate);
  }
  expect(collector.alive).toBe(100);

  held.length = 0;
  collector.collectSoon();

  await expect.poll(() => collector.alive).toBeLessThan(100);
});

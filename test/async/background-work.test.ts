import { expect, test } from 'vitest';
import { BackgroundWork } from '../../src/async/background-work.ts';

test('BackgroundWork waits for what is added meanwhile, and for work that fails', async () => {
  const work = new BackgroundWork();
  const first = Promise.withResolvers<void>();
  const second = Promise.withResolvers<void>();
  let hasSettled = false;
  work.add(first.promise);

  const settled = work.settled(10_000).then(() => {
    hasSettled = true;
  });
  work.add(second.promise);
  first.reject(new Error('failed'));
  await new Promise(setImmediate);

  expect(hasSettled).toBe(false);
  second.resolve();
  await settled;
});

test('BackgroundWork waits no longer than it is told', async () => {
  const work = new BackgroundWork();
  work.add(new Promise(() => {}));
  const start = performance.now();

  await work.settled(20);

  expect(performance.now() - start).toBeLessThan(2_000);
});

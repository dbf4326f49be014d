import { expect, test } from 'vitest';
import { QuerySlots } from '../../src/engines/query-slots.ts';

const NEVER = new AbortController().signal;

/** Work that runs until it is told to end. */
function heldWork() {
  const { promise, resolve } = Promise.withResolvers<void>();
  const work = {
    hasBegun: false,
    end: resolve,
    run: () => {
      work.hasBegun = true;
      return promise;
    },
  };
  return work;
}

test('QuerySlots runs as much as its limit and the rest in the order of asking', async () => {
  const slots = new QuerySlots({ running: 2, waiting: 2 });
  const works = [heldWork(), heldWork(), heldWork(), heldWork()];
  const ends = works.map((work) => slots.use(NEVER, work.run));
  const begun = () => works.map(({ hasBegun }) => hasBegun);
  await expect.poll(begun).toEqual([true, true, false, false]);

  works[1]?.end();
  await ends[1];
  await expect.poll(begun).toEqual([true, true, true, false]);
  for (const { end } of works) end();

  await Promise.all(ends);
  expect(begun()).toEqual([true, true, true, true]);
});

test('QuerySlots refuses with OVERLOADED and Retry-After when too many wait', async () => {
  const slots = new QuerySlots({ running: 1, waiting: 1 });
  const work = heldWork();
  const ends = [slots.use(NEVER, work.run), slots.use(NEVER, work.run)];

  await expect(slots.use(NEVER, work.run)).rejects.toMatchObject({
    code: 'OVERLOADED',
    status: 503,
    headers: { 'retry-after': '1' },
  });
  work.end();
  await Promise.all(ends);
});

test('QuerySlots gives up waiting when the signal is aborted and passes the place on', async () => {
  const slots = new QuerySlots({ running: 1, waiting: 1 });
  const first = heldWork();
  const running = slots.use(NEVER, first.run);
  const leaver = new AbortController();
  const left = slots.use(leaver.signal, heldWork().run);
  leaver.abort(new Error('gone'));
  await expect(left).rejects.toThrow('gone');
  await expect(slots.use(AbortSignal.abort(new Error('late')), first.run)).rejects.toThrow('late');

  const next = heldWork();
  const waiting = slots.use(NEVER, next.run);
  first.end();
  next.end();

  await Promise.all([running, waiting]);
  expect(next.hasBegun).toBe(true);
});

test('QuerySlots frees the slot of work that fails', async () => {
  const slots = new QuerySlots({ running: 1, waiting: 0 });

  await expect(slots.use(NEVER, () => Promise.reject(new Error('bad')))).rejects.toThrow('bad');

  expect(await slots.use(NEVER, () => Promise.resolve('next'))).toBe('next');
});

import { stat } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { withDeadline } from '../../src/async/deadline.ts';

const late = () => new Error('late');
const never = () => new Promise<never>(() => {});

test('withDeadline resolves and rejects as the work does', async () => {
  expect(await withDeadline({ ms: 1_000, error: late }, async () => 1)).toBe(1);
  await expect(
    withDeadline({ ms: 1_000, error: late }, () => Promise.reject(new Error('broken'))),
  ).rejects.toThrow('broken');
});

test('withDeadline rejects when the work does not end, and aborts it', async () => {
  const { promise, resolve } = Promise.withResolvers<AbortSignal>();

  const answer = withDeadline({ ms: 1, error: late }, (stop) => {
    resolve(stop);
    return never();
  });

  await expect(answer).rejects.toThrow('late');
  expect((await promise).reason).toEqual(late());
});

test("withDeadline rejects with a signal's reason, before and while it works", async () => {
  const gone = new Error('gone');
  const caller = new AbortController();
  const signals = [new AbortController().signal, caller.signal];

  const answer = withDeadline({ ms: 60_000, error: late, signals }, never);
  caller.abort(gone);

  await expect(answer).rejects.toBe(gone);
  await expect(withDeadline({ ms: 60_000, error: late, signals }, never)).rejects.toBe(gone);
});

test('withDeadline does not abort work that ended in time', async () => {
  let signal: AbortSignal | undefined;
  await withDeadline({ ms: 4, error: late }, async (stop) => {
    signal = stop;
  });

  await new Promise((resolve) => setTimeout(resolve, 30));

  expect(signal?.aborted).toBe(false);
});

test('withDeadline takes an answer that came while the process was busy', async () => {
  const answer = withDeadline({ ms: 1, error: late }, () => stat('.'));

  const started = performance.now();
  while (performance.now() - started < 300);

  expect((await answer).isDirectory()).toBe(true);
});

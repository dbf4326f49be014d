import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Retry } from '../../src/async/retry.ts';

const NEVER = new AbortController().signal;
const PASSING = new Error('passing');
const LASTING = new Error('lasting');
const isTransient = (error: unknown) => error === PASSING;
const openRetry = () => new Retry({ random: () => 0 });

/** Work that fails with these errors, one a try, and then succeeds. */
function failing(errors: readonly Error[]) {
  const work = {
    tries: 0,
    send: async () => {
      const error = errors[work.tries];
      work.tries += 1;
      if (error) throw error;
      return 'sent';
    },
  };
  return work;
}

test.each([
  [[], 'sent', 1],
  [[PASSING, PASSING], 'sent', 3],
  [[PASSING, PASSING, PASSING], PASSING, 3],
  [[LASTING], LASTING, 1],
  [[PASSING, LASTING], LASTING, 2],
])('Retry after %j comes to %s in %i tries', async (errors, outcome, tries) => {
  const work = failing(errors);

  const got = await openRetry()
    .run(NEVER, work.send, isTransient)
    .catch((error: unknown) => error);

  expect([got, work.tries]).toEqual([outcome, tries]);
});

test('Retry sends nothing any more once it is stopped', async () => {
  const stop = new AbortController();
  const work = failing([PASSING, PASSING]);
  const send = () => work.send().finally(() => stop.abort(new Error('gone')));

  await expect(openRetry().run(stop.signal, send, isTransient)).rejects.toThrow();
  await expect(openRetry().run(stop.signal, send, isTransient)).rejects.toThrow();

  expect(work.tries).toBe(1);
});

test('Retry never adds more than a tenth to what is sent, but for a few', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(3), { maxLength: 200 }), async (failures) => {
      const retry = openRetry();
      let tries = 0;

      for (const count of failures) {
        const work = failing(Array.from({ length: count }, () => PASSING));
        await retry.run(NEVER, work.send, isTransient).catch(() => {});
        tries += work.tries;
      }

      expect(tries - failures.length).toBeLessThanOrEqual(10 + failures.length / 10);
    }),
    { numRuns: 20 },
  );
});

test('Retry waits as long as the server asks for, but not once it is stopped', async () => {
  const patient = new Retry({ random: () => 0, retryAfterMs: () => 60_000 });
  const stop = new AbortController();
  const work = failing([PASSING]);
  const waiting = patient.run(stop.signal, work.send, isTransient);

  await sleep(50);
  stop.abort(new Error('gone'));

  await expect(waiting).rejects.toThrow('gone');
  expect(work.tries).toBe(1);
});

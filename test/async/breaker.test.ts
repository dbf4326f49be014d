import { ConsecutiveBreaker, CountBreaker } from 'cockatiel';
import { expect, test } from 'vitest';
import {
  Breaker,
  BreakerOpen,
  type BreakerOptions,
  type Verdict,
} from '../../src/async/breaker.ts';

/** A breaker with a clock, and requests that end as they are told to. */
function openBreaker(options: Partial<BreakerOptions> = {}) {
  const clock = { now: 0 };
  const breaker = new Breaker({
    counter: new CountBreaker({ threshold: 0.5, size: 20, minimumNumberOfCalls: 10 }),
    minPauseMs: 1_000,
    maxPauseMs: 5_000,
    now: () => clock.now,
    ...options,
  });
  const send = (verdict: Verdict) =>
    breaker
      .run(
        () =>
          verdict === 'success' ? Promise.resolve('sent') : Promise.reject(new Error('failed')),
        () => verdict,
      )
      .catch((error: Error) => (error instanceof BreakerOpen ? error.retryAfterSeconds : 'failed'));
  const sendMany = async (verdict: Verdict, times: number) => {
    for (let i = 0; i < times; i += 1) await send(verdict);
  };
  return { breaker, clock, send, sendMany };
}

test('Breaker goes on while no more than half of the requests fail', async () => {
  const { send } = openBreaker();

  for (let i = 0; i < 50; i += 1) {
    expect(await send('success')).toBe('sent');
    expect(await send('outage')).toBe('failed');
  }
});

test('Breaker opens when ten requests fail, and asks again after a second', async () => {
  const { clock, send, sendMany } = openBreaker();
  await sendMany('outage', 10);
  expect(await send('success')).toBe(1);

  clock.now = 999;
  expect(await send('success')).toBe(1);

  clock.now = 1_000;
  expect(await send('success')).toBe('sent');
  expect(await send('outage')).toBe('failed');
  expect(await send('success')).toBe('sent');
});

test('Breaker pauses longer each time, up to five seconds', async () => {
  const { clock, send, sendMany } = openBreaker();
  await sendMany('outage', 10);

  const pauses: unknown[] = [];
  for (let i = 0; i < 4; i += 1) {
    clock.now += 5_000;
    await send('outage');
    pauses.push(await send('success'));
  }

  expect(pauses).toEqual([2, 4, 5, 5]);
});

test('Breaker lets one request at a time find out', async () => {
  const { breaker, clock, send, sendMany } = openBreaker();
  await sendMany('outage', 10);
  clock.now = 1_000;
  const { promise, resolve } = Promise.withResolvers<string>();

  const probe = breaker.run(
    () => promise,
    () => 'outage',
  );

  expect(await send('success')).toBe(1);
  resolve('sent');
  expect(await probe).toBe('sent');
  expect(await send('success')).toBe('sent');
});

test('Breaker learns nothing from a request that its caller ended', async () => {
  const { clock, send, sendMany } = openBreaker();
  await sendMany('nothing', 30);
  await sendMany('outage', 10);

  clock.now = 1_000;
  expect(await send('nothing')).toBe('failed');
  expect(await send('outage')).toBe('failed');
  expect(await send('success')).toBe(2);
});

test('Breaker leaves a server alone for as long as that wants', async () => {
  const { clock, send } = openBreaker();

  expect(await send({ holdMs: 60_000 })).toBe('failed');

  expect(await send('success')).toBe(60);
  clock.now = 59_500;
  expect(await send('success')).toBe(1);
  clock.now = 60_000;
  expect(await send('success')).toBe('sent');
});

test('Breaker stays open for longer when it has to open again soon', async () => {
  const changes: boolean[] = [];
  const { breaker, clock, send } = openBreaker({
    counter: new ConsecutiveBreaker(1),
    minPauseMs: 100,
    maxPauseMs: 300,
    resetAfterMs: 10_000,
    onChange: (isOpen) => changes.push(isOpen),
  });
  const pauses: number[] = [];

  for (const resetAfterMs of [0, 0, 0, 9_999, 10_000]) {
    clock.now += resetAfterMs;
    await send('outage');
    pauses.push(breaker.restMs);
    clock.now += breaker.restMs;
    await send('success');
  }

  expect(pauses).toEqual([100, 200, 300, 300, 100]);
  expect(changes).toEqual([true, false, true, false, true, false, true, false, true, false]);
  expect(breaker.isOpen).toBe(false);
});

import { expect, test } from 'vitest';
import {
  Breaker,
  BreakerOpen,
  type Verdict,
} from '../../../../src/engines/bigquery/client/breaker.ts';

/** A breaker with a clock, and requests that end as they are told to. */
function openBreaker() {
  const clock = { now: 0 };
  const breaker = new Breaker({ quotaHoldMs: 60_000, now: () => clock.now });
  const send = (verdict: Verdict) =>
    breaker
      .run(
        () => (verdict === 'well' ? Promise.resolve('sent') : Promise.reject(new Error('failed'))),
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
    expect(await send('well')).toBe('sent');
    expect(await send('outage')).toBe('failed');
  }
});

test('Breaker opens when ten requests fail, and asks again after a second', async () => {
  const { clock, send, sendMany } = openBreaker();
  await sendMany('outage', 10);
  expect(await send('well')).toBe(1);

  clock.now = 999;
  expect(await send('well')).toBe(1);

  clock.now = 1_000;
  expect(await send('well')).toBe('sent');
  expect(await send('outage')).toBe('failed');
  expect(await send('well')).toBe('sent');
});

test('Breaker pauses longer each time, up to five seconds', async () => {
  const { clock, send, sendMany } = openBreaker();
  await sendMany('outage', 10);

  const pauses: unknown[] = [];
  for (let i = 0; i < 4; i += 1) {
    clock.now += 5_000;
    await send('outage');
    pauses.push(await send('well'));
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

  expect(await send('well')).toBe(1);
  resolve('sent');
  expect(await probe).toBe('sent');
  expect(await send('well')).toBe('sent');
});

test('Breaker learns nothing from a request that its caller ended', async () => {
  const { clock, send, sendMany } = openBreaker();
  await sendMany('nothing', 30);
  await sendMany('outage', 10);

  clock.now = 1_000;
  expect(await send('nothing')).toBe('failed');
  expect(await send('outage')).toBe('failed');
  expect(await send('well')).toBe(2);
});

test('Breaker lets a quota rest', async () => {
  const { clock, send } = openBreaker();

  expect(await send('quota')).toBe('failed');

  expect(await send('well')).toBe(60);
  clock.now = 59_500;
  expect(await send('well')).toBe(1);
  clock.now = 60_000;
  expect(await send('well')).toBe('sent');
});

import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { RateLimiter } from '../../src/request/rate-limiter.ts';

/** Makes a limiter whose buckets are full again after so many seconds. */
export type OpenLimiter = (windowSeconds: number) => Promise<RateLimiter> | RateLimiter;

/** What every rate limiter does. */
export function rateLimiterContract(name: string, open: OpenLimiter): void {
  test(`${name} counts what is taken of each bucket`, async () => {
    const limiter = await open(60);

    const taken = [];
    for (const [bucket, amount] of [
      ['key:a', 1],
      ['key:a', 2],
      ['address:b', 1],
      ['key:a', 0],
    ] as const) {
      taken.push(limiter.take(bucket, amount).taken);
    }

    expect(taken).toEqual([1, 3, 1, 3]);
  });

  test(`${name} loses nothing of what is taken at once`, async () => {
    const limiter = await open(60);

    const usages = Array.from({ length: 500 }, () => limiter.take('key:a'));

    expect(new Set(usages.map(({ taken }) => taken)).size).toBe(500);
    expect(limiter.take('key:a', 0).taken).toBe(500);
  });

  test(`${name} says when a bucket is full again, and fills it then`, async () => {
    const limiter = await open(1);

    limiter.take('key:a', 5);
    const { resetMs } = limiter.take('key:a');
    await sleep(1_500);
    const later = limiter.take('key:a');

    expect(resetMs).toBeGreaterThan(0);
    expect(resetMs).toBeLessThanOrEqual(1_000);
    expect(later.taken).toBe(1);
  });

  test(`${name} begins a window with the first request, not with a look`, async () => {
    const limiter = await open(1);

    const looked = limiter.take('key:a', 0);
    await sleep(600);
    const { taken, resetMs } = limiter.take('key:a');

    expect([looked.taken, taken]).toEqual([0, 1]);
    expect(resetMs).toBeGreaterThan(900);
  });
}

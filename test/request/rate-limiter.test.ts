import { expect, test } from 'vitest';
import { MemoryRateLimiter } from '../../src/request/rate-limiter.ts';
import { rateLimiterContract } from './rate-limiter-contract.ts';

rateLimiterContract('MemoryRateLimiter', (seconds) => new MemoryRateLimiter(seconds));

test('MemoryRateLimiter forgets addresses beyond fifty thousand, and no key because of them', () => {
  const limiter = new MemoryRateLimiter();
  limiter.take('key:a', 5);

  for (let i = 0; i < 60_000; i += 1) limiter.take(`address:${i}`);

  expect(limiter.take('key:a', 0).taken).toBe(5);
  expect(limiter.take('address:59999', 0).taken).toBe(1);
  expect(limiter.take('address:1', 0).taken).toBe(0);
});

test('MemoryRateLimiter never says that a window is longer than it is', () => {
  // Below a power of two, which the end of the window is beyond: there a sum is rounded more coarsely.
  const limiter = new MemoryRateLimiter(65.535);

  const resets = Array.from({ length: 2_000 }, (_, i) => limiter.take(`key:${i}`).resetMs);

  expect(Math.max(...resets)).toBeLessThanOrEqual(65_535);
});

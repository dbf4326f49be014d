import { expect, test } from 'vitest';
import { MemoryRateLimiter } from '../../../src/server/rate-limit/memory-rate-limiter.ts';
import { rateLimiterContract } from './contract.ts';

rateLimiterContract('MemoryRateLimiter', (seconds) => new MemoryRateLimiter(seconds));

test('MemoryRateLimiter forgets the buckets that were used least recently beyond fifty thousand', () => {
  const limiter = new MemoryRateLimiter();
  limiter.take('key', 5);
  for (let i = 0; i < 60_000; i += 1) {
    limiter.take(`address:${i}`);
    if (i % 10_000 === 0) limiter.take('key');
  }

  expect(limiter.take('key', 0).taken).toBe(11);
  expect(limiter.take('address:59999', 0).taken).toBe(1);
  expect(limiter.take('address:1', 0).taken).toBe(0);
});

import { expect, test } from 'vitest';
import { MemoryRateLimiter } from '../../../src/server/rate-limit/memory-rate-limiter.ts';
import { rateLimiterContract } from './contract.ts';

rateLimiterContract('MemoryRateLimiter', (seconds) => new MemoryRateLimiter(seconds));

test('MemoryRateLimiter forgets addresses beyond fifty thousand, and no key because of them', () => {
  const limiter = new MemoryRateLimiter();
  limiter.take('key:a', 5);

  for (let i = 0; i < 60_000; i += 1) limiter.take(`address:${i}`);

  expect(limiter.take('key:a', 0).taken).toBe(5);
  expect(limiter.take('address:59999', 0).taken).toBe(1);
  expect(limiter.take('address:1', 0).taken).toBe(0);
});

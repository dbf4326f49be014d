import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AdaptiveLimit } from '../../src/async/adaptive-limit.ts';

/** A limit with a clock that stands still until it is moved. */
function adaptive(max: number) {
  let ms = 0;
  const limit = new AdaptiveLimit({ max, now: () => ms });
  return { limit, pass: (more: number) => (ms += more) };
}

test('AdaptiveLimit halves for refusals, once for all that were sent together', () => {
  const { limit, pass } = adaptive(40);

  for (let i = 0; i < 40; i += 1) limit.refused();
  expect(limit.value).toBe(20);
  pass(999);
  limit.refused();
  expect(limit.value).toBe(20);
  pass(1);
  limit.refused();
  expect(limit.value).toBe(10);
});

test('AdaptiveLimit rises by one for as many successes as it is high, up to its highest', () => {
  const { limit } = adaptive(12);
  limit.refused();

  for (let i = 0; i < 7; i += 1) limit.succeeded();
  expect(limit.value).toBe(7);
  for (let i = 0; i < 1_000; i += 1) limit.succeeded();
  expect(limit.value).toBe(12);
});

test('AdaptiveLimit stays a whole number between 1 and its highest, whatever happens', () => {
  const events = fc.array(fc.constantFrom('succeeded', 'refused', 'pass'), { maxLength: 300 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100 }), events, (max, list) => {
      const { limit, pass } = adaptive(max);
      for (const event of list) {
        if (event === 'pass') pass(1_000);
        else limit[event]();
        expect(Number.isInteger(limit.value)).toBe(true);
        expect(limit.value).toBeGreaterThanOrEqual(1);
        expect(limit.value).toBeLessThanOrEqual(max);
      }
    }),
  );
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ErrorCode, FieldstoneError, STATUS } from '../../../src/errors.ts';
import {
  isEngineError,
  isWaiting,
  nextFailure,
} from '../../../src/sources/cache/refresh-failure.ts';

const SECOND = 1_000_000n;
const AWAY = new FieldstoneError('ENGINE_UNAVAILABLE', 'It is away');

/** The failure after so many in a row, all at one moment. */
function failures(count: number, now: bigint, error: unknown = AWAY) {
  const first = nextFailure(undefined, error, { now });
  return Array.from({ length: count - 1 }).reduce<typeof first>(
    (before) => nextFailure(before, error, { now }),
    first,
  );
}

test('the waits after failures double from one second to 64', () => {
  const waits = Array.from({ length: 10 }, (_, i) => failures(i + 1, 5n).retryAt - 5n);

  expect(waits.map((wait) => Number(wait / SECOND))).toEqual([1, 2, 4, 8, 16, 32, 64, 64, 64, 64]);
});

test('nobody waits at the moment of the retry, nor after the clock was set back beyond a wait', () => {
  const moment = fc.bigInt({ min: -(2n ** 52n), max: 2n ** 52n });
  fc.assert(
    fc.property(moment, moment, fc.integer({ min: 1, max: 20 }), (failedAt, now, count) => {
      const failure = failures(count, failedAt);
      const longest = 64n * SECOND;

      expect(isWaiting(failure, { now })).toBe(
        now < failure.retryAt && failure.retryAt - now <= longest,
      );
      expect(isWaiting(failure, { now: failure.retryAt - 1n })).toBe(true);
      expect(isWaiting(failure, { now: failure.retryAt })).toBe(false);
      expect(isWaiting(failure, { now: failure.retryAt - longest })).toBe(true);
      expect(isWaiting(failure, { now: failure.retryAt - longest - 1n })).toBe(false);
    }),
  );
  expect(isWaiting(undefined, { now: 0n })).toBe(false);
});

test('a failure on some data makes nobody wait for others', () => {
  const dataState = { shared: 'a', local: 'a1' };
  const failure = nextFailure(undefined, AWAY, { now: 0n, dataState });

  expect(isWaiting(failure, { now: 1n, dataState })).toBe(true);
  expect(isWaiting(failure, { now: 1n, dataState: { shared: 'a', local: 'a2' } })).toBe(false);
  expect(isWaiting(failure, { now: 1n })).toBe(false);
});

test('stale rows stand in for what is the fault of the engine or its load, and for nothing else', () => {
  const codes = Object.keys(STATUS) as ErrorCode[];
  const replaced = codes.filter((code) => isEngineError(new FieldstoneError(code, 'no')));

  // Every 5xx of a query but a defect of the gateway itself.
  expect(replaced).toEqual(codes.filter((code) => STATUS[code] > 500));
  expect(isEngineError(new Error('a defect'))).toBe(false);
  expect(isEngineError(new DOMException('left', 'AbortError'))).toBe(false);
});

test('a failure keeps the status that a caller would have got', () => {
  const timeout = new FieldstoneError('QUERY_TIMEOUT', 'Too slow');

  expect(failures(2, 0n, timeout)).toMatchObject({ count: 2, status: 504 });
  expect(failures(1, 0n, new Error('a defect'))).toMatchObject({ count: 1, status: 500 });
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseExactJson } from '../../../src/import/rows/exact-json.ts';
import { boundsAt, readMoment, refuseOutside } from '../../../src/import/rows/moments.ts';

const NOW = Date.UTC(2026, 6, 10, 12);
const BOUNDS = boundsAt(NOW);
const JULY_1 = 1_782_900_000_123_456n;

function refusal(given: unknown): string {
  try {
    refuseOutside('timestamp', given, readMoment(given, BOUNDS)?.micros, BOUNDS);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return 'none';
}

test('readMoment tells the units of all times within the bounds apart', () => {
  const micros = fc.bigInt({ min: BigInt(BOUNDS.earliest), max: BigInt(BOUNDS.latest) });
  fc.assert(
    fc.property(micros, fc.bigInt({ min: 0n, max: 999n }), (time, nanos) => {
      const inSeconds = time - (time % 1_000_000n);
      const inMillis = time - (time % 1_000n);

      expect(readMoment(time / 1_000_000n, BOUNDS)).toEqual({
        micros: Number(inSeconds),
        unit: 'seconds',
      });
      expect(readMoment(time / 1_000n, BOUNDS)).toEqual({
        micros: Number(inMillis),
        unit: 'milliseconds',
      });
      expect(readMoment(String(time), BOUNDS)).toEqual({
        micros: Number(time),
        unit: 'microseconds',
      });
      expect(readMoment(time * 1_000n + nanos, BOUNDS)).toEqual({
        micros: Number(time),
        unit: 'nanoseconds',
      });
    }),
  );
});

test('readMoment takes numbers that fit no unit, and all without bounds, as microseconds', () => {
  expect(readMoment(-1, BOUNDS)).toEqual({ micros: -1n, unit: undefined });
  expect(readMoment(1_782_900_000, undefined)).toEqual({ micros: 1_782_900_000n, unit: undefined });
  expect(readMoment('2026-07-01 10:00:00.123456 UTC', BOUNDS)).toEqual({
    micros: JULY_1,
    unit: undefined,
  });
  expect(readMoment('soon', BOUNDS)).toBeUndefined();
});

test.each([
  ['2000-01-01', 'none'],
  [946_684_800, 'none'],
  ['2026-07-11T12:00:00Z', 'none'],
  ['1999-12-31T23:59:59.999999Z', '"timestamp" is 1999-12-31T23:59:59.999999Z, before 2000-01-01'],
  [
    '2026-07-11T12:00:00.000001Z',
    '"timestamp" is 2026-07-11T12:00:00.000001Z, more than a day ahead',
  ],
  [
    '1970-01-21T15:15:00.123Z',
    '"timestamp" is 1970-01-21T15:15:00.123000Z, before 2000-01-01; it would fit if milliseconds had been read as microseconds: 2026-07-01T10:02:03.000000Z',
  ],
  [
    '1970-01-01T00:29:42.9Z',
    '"timestamp" is 1970-01-01T00:29:42.900000Z, before 2000-01-01; it would fit if seconds had been read as microseconds: 2026-07-01T10:00:00.000000Z',
  ],
  [-1, '"timestamp" is -1, before 2000-01-01 in every unit'],
  [0, '"timestamp" is 0, before 2000-01-01 in every unit'],
  [
    5_000_000_000,
    '"timestamp" is 5000000000; it fits seconds best, but that is 2128-06-11T08:53:20.000000Z, more than a day ahead',
  ],
  [
    '900000000000000',
    '"timestamp" is 900000000000000; it fits microseconds best, but that is 1998-07-09T16:00:00.000000Z, before 2000-01-01',
  ],
])('refuseOutside says of %j: %s', (given, reason) => {
  expect(refusal(given)).toBe(reason);
});

test('readMoment takes numbers with a fraction, exactly', () => {
  const given = [
    1_782_900_000.123_456,
    '1782900000.123456',
    '1782900000123.456',
    '1782900000123456.789',
    '1782900000123456999.9',
  ];

  expect(given.map((value) => readMoment(value, BOUNDS))).toEqual([
    { micros: Number(JULY_1), unit: 'seconds' },
    { micros: Number(JULY_1), unit: 'seconds' },
    { micros: Number(JULY_1), unit: 'milliseconds' },
    { micros: Number(JULY_1), unit: 'microseconds' },
    { micros: Number(JULY_1), unit: 'nanoseconds' },
  ]);
  expect(readMoment(parseExactJson('1782900000.1234569'), BOUNDS)).toEqual({
    micros: Number(JULY_1),
    unit: 'seconds',
  });
  expect([1.5, '12.', '.5', '1e9.5'].map((value) => readMoment(value, BOUNDS))).toEqual(
    Array(4).fill(undefined),
  );
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatIsoTimestamp, parseIsoTimestamp } from '../../src/endpoint/iso-timestamp.ts';

const NOON = 1_782_907_200_000_000n; // 2026-07-01T12:00:00Z

test.each([
  ['2026-07-01T12:00:00Z', NOON],
  ['2026-07-01T12:00:00', NOON],
  ['2026-07-01T12:00Z', NOON],
  ['2026-07-01t12:00:00z', NOON],
  ['2026-07-01T14:30:00+02:30', NOON],
  ['2026-07-01T14:30:00+0230', NOON],
  ['2026-07-01T10:00:00-02', NOON],
  ['2026-07-01T12:00:00.000001Z', NOON + 1n],
  ['2026-07-01T12:00:00.5Z', NOON + 500_000n],
  ['2026-07-01T12:00:00,123456Z', NOON + 123_456n],
  ['2026-07-01', NOON - 43_200_000_000n],
  ['1969-12-31T23:59:59.999999Z', -1n],
  ['0001-01-01', -62_135_596_800_000_000n],
  ['9999-12-31T23:59:59.999999Z', 253_402_300_799_999_999n],
  ['2024-02-29', 1_709_164_800_000_000n],
])('parseIsoTimestamp reads %s', (text, micros) => {
  expect(parseIsoTimestamp(text)).toBe(micros);
});

test.each([
  '',
  'yesterday',
  '2026-07-01 12:00:00',
  '2026-07-01T12:00:00.1234567Z',
  '2026-07-01T23:59:60Z',
  '2026-07-01T24:00:00Z',
  '2026-02-29',
  '2026-13-01',
  '2026-00-10',
  '2026-07-32',
  '0000-01-01',
  '10000-01-01',
  '9999-12-31T23:59:59-01:00',
  '2026-07-01T12:00:00+24:00',
  '2026-07-01T12:00:00+02:60',
  '2026-07-01T12',
  '1782907200000000',
  ' 2026-07-01',
])('parseIsoTimestamp refuses %j', (text) => {
  expect(parseIsoTimestamp(text)).toBeUndefined();
});

test('formatIsoTimestamp is undone by parseIsoTimestamp', () => {
  fc.assert(
    fc.property(fc.bigInt(-62_135_596_800_000_000n, 253_402_300_799_999_999n), (micros) => {
      expect(parseIsoTimestamp(formatIsoTimestamp(micros))).toBe(micros);
    }),
  );
});

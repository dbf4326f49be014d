import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  isTimestamp,
  parseDate,
  parseDatetime,
  parseTime,
  parseTimestamp,
} from '../../../../src/googlesql/functions/datetime/civil-time.ts';

test.each([
  ['2020-01-01', '2020-01-01T00:00:00Z'],
  ['2020-1-1 1:2:3', '2020-01-01T01:02:03Z'],
  ['2020-01-01T01:02:03Z', '2020-01-01T01:02:03Z'],
  ['2020-01-01t1:2:3z', '2020-01-01T01:02:03Z'],
  ['2020-01-01 01:02:03 UTC', '2020-01-01T01:02:03Z'],
  ['2020-01-01 01:02:03+5', '2019-12-31T20:02:03Z'],
  ['2020-01-01 01:02:03+05:30', '2019-12-31T19:32:03Z'],
  ['2020-01-01 01:02:03-0530', '2020-01-01T06:32:03Z'],
  ['2020-01-01 +5', '2019-12-31T19:00:00Z'],
  ['2020-01-01 01:02:60', '2020-01-01T01:03:00Z'],
  ['2020-07-01 00:00:00 Asia/Calcutta', '2020-06-30T18:30:00Z'],
  ['2020-01-01 00:00:00 EST5EDT', '2020-01-01T05:00:00Z'],
])('parseTimestamp reads %s', (text, instant) => {
  expect(parseTimestamp(text)).toBe(BigInt(Date.parse(instant)) * 1000n);
});

test('parseTimestamp takes the first of two times when clocks are set back', () => {
  expect(parseTimestamp('2020-11-01 01:30:00 America/New_York')).toBe(1_604_208_600_000_000n);
});

test('parseTimestamp moves a time that clocks leave out', () => {
  expect(parseTimestamp('2020-03-08 02:30:00 America/New_York')).toBe(1_583_652_600_000_000n);
});

test('parseTimestamp keeps microseconds and the bounds of the calendar', () => {
  expect(parseTimestamp('9999-12-31 23:59:59.999999')).toBe(253_402_300_799_999_999n);
  expect(parseTimestamp('0001-01-01')).toBe(-62_135_596_800_000_000n);
  expect(parseTimestamp('9999-12-31 23:59:59-01')).toBeUndefined();
  expect(parseTimestamp('0001-01-01 00:00:00+01')).toBeUndefined();
});

test.each([
  '',
  ' 2020-01-01',
  '20200101',
  '2020-02-30',
  '2020-01-01 01:02',
  '2020-01-01 24:00:00',
  '2020-01-01 01:02:03.',
  '2020-01-01 01:02:03.1234567',
  '2020-01-01+5',
  '2020-01-01 UTC',
  '2020-01-01 01:02:03 utc',
  '2020-01-01 01:02:03 Nowhere',
  '2020-01-01 01:02:03+15',
  '2020-01-01 01:02:03+05:60',
])('parseTimestamp refuses "%s"', (text) => {
  expect(parseTimestamp(text)).toBeUndefined();
});

test('parseTimestamp reads what toISOString writes', () => {
  const dates = fc.date({
    min: new Date('0001-01-01T00:00:00Z'),
    max: new Date('9999-12-31T23:59:59.999Z'),
    noInvalidDate: true,
  });

  fc.assert(
    fc.property(dates, (date) => {
      expect(parseTimestamp(date.toISOString())).toBe(BigInt(date.getTime()) * 1000n);
    }),
  );
});

test('parseDate, parseTime and parseDatetime give canonical forms', () => {
  expect(parseDate('2020-1-2')).toBe('2020-01-02');
  expect(parseDate('2020-01-02 00:00:00')).toBeUndefined();
  expect(parseTime('1:2:3.5')).toBe('01:02:03.500000');
  expect(parseTime('23:59:60')).toBe('00:00:00');
  expect(parseTime('10:00')).toBeUndefined();
  expect(parseDatetime('2020-1-2')).toBe('2020-01-02T00:00:00');
  expect(parseDatetime('2016-12-31 23:59:60.5')).toBe('2017-01-01T00:00:00');
  expect(parseDatetime('9999-12-31 23:59:60')).toBeUndefined();
});

test('isTimestamp is true between the years 1 and 9999', () => {
  expect(isTimestamp(253_402_300_799_999_999n)).toBe(true);
  expect(isTimestamp(253_402_300_800_000_000n)).toBe(false);
  expect(isTimestamp(-62_135_596_800_000_001n)).toBe(false);
});

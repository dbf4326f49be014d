import { expect, test } from 'vitest';
import { dayOf, folderDay } from '../../../../src/engines/duckdb/store/day.ts';

test('dayOf takes the UTC day on either side of midnight and of the epoch', () => {
  expect(dayOf(0)).toBe('1970-01-01');
  expect(dayOf(-1)).toBe('1969-12-31');
  expect(dayOf(86_400_000_000 - 1)).toBe('1970-01-01');
  expect(dayOf(86_400_000_000)).toBe('1970-01-02');
  expect(dayOf(-86_400_000_000)).toBe('1969-12-31');
});

test('dayOf stays in the calendar for moments outside it', () => {
  expect(dayOf(-62_135_596_800_000_000)).toBe('0001-01-01');
  expect(dayOf(-(2 ** 62))).toBe('0001-01-01');
  // The last microsecond of the calendar, which as a double is the first after it.
  expect(dayOf(Number(253_402_300_799_999_999n))).toBe('9999-12-31');
  expect(dayOf(2 ** 62)).toBe('9999-12-31');
});

test('folderDay refuses folders that hold no day', () => {
  expect(['day=2026-07-01', 'day=2026-7-1', '2026-07-01', 'day='].map(folderDay)).toEqual([
    '2026-07-01',
    undefined,
    undefined,
    undefined,
  ]);
});

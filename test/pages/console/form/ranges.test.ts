import { expect, test } from 'vitest';
import { groupFields, isReversed } from '../../../../src/pages/console/form/ranges.ts';
import { parameter } from '../endpoint.ts';

const namesOf = (...names: readonly (readonly [name: string, type: string])[]) =>
  groupFields(names.map(([name, type]) => parameter(name, { type }))).map((group) =>
    group.map(({ name }) => name).join('–'),
  );

test('the ends of a range stand beside each other', () => {
  expect(
    namesOf(
      ['since', 'DATE'],
      ['countries', 'ARRAY<STRING>'],
      ['until', 'DATE'],
      ['min_price', 'NUMERIC'],
      ['max_price', 'NUMERIC'],
      ['iso_timestamp_start', 'TIMESTAMP'],
      ['iso_timestamp_end', 'TIMESTAMP'],
    ),
  ).toEqual([
    'since–until',
    'countries',
    'min_price–max_price',
    'iso_timestamp_start–iso_timestamp_end',
  ]);
});

test('parameters of other types and names stay alone', () => {
  expect(namesOf(['since', 'DATE'], ['until', 'STRING'], ['constructor', 'INT64'])).toEqual([
    'since',
    'until',
    'constructor',
  ]);
});

test.each([
  ['DATE', '2026-03-02', '2026-03-01', true],
  ['DATE', '2026-03-01', '2026-03-01', false],
  ['INT64', '10', '9', true],
  ['NUMERIC', '9', '10', false],
  ['TIMESTAMP', '2026-03-01T10:00:00+02:00', '2026-03-01T09:00:00Z', false],
  ['STRING', 'b', 'a', false],
  ['DATE', '', '2026-03-01', false],
])('a range of %s from %s to %s is reversed: %s', (type, from, to, expected) => {
  expect(isReversed(type, from, to)).toBe(expected);
});

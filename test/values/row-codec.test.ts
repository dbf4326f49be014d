import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arrayOf, SCALARS, structOf, type Type } from '../../src/googlesql/types.ts';
import type { Value } from '../../src/googlesql/value.ts';
import { decodeRows, encodeRows } from '../../src/values/row-codec.ts';
import { arbitraryRows } from '../cache/arbitrary-rows.ts';

const column = (type: Type) => [{ name: 'c', type }];

function throughJson(type: Type, value: Value): unknown {
  const json = JSON.stringify(encodeRows(column(type), [[value]]));
  return decodeRows(column(type), JSON.parse(json))?.[0]?.[0];
}

test('decodeRows makes of any encoded rows, as JSON, deeply equal ones', () => {
  fc.assert(
    fc.property(arbitraryRows, ({ columns, rows }) => {
      const json = JSON.stringify(encodeRows(columns, rows));

      expect(decodeRows(columns, JSON.parse(json))).toStrictEqual(rows);
    }),
    { numRuns: 500 },
  );
});

test.each([
  ['FLOAT64', Number.NaN],
  ['FLOAT64', Number.NEGATIVE_INFINITY],
  ['FLOAT64', -0],
  ['FLOAT64', 5e-324],
  ['INT64', 9_007_199_254_740_993n],
  ['INT64', 1n],
  ['INT64', 1],
  ['TIMESTAMP', -(2n ** 63n)],
  ['STRING', '\ud800'],
  ['STRING', '__proto__'],
] as const)('decodeRows gives %s %s back as it was', (kind, value) => {
  expect(throughJson(SCALARS[kind], value)).toBe(value);
});

test.each([
  ['text for a BOOL', SCALARS.BOOL, 'true'],
  ['a number for a STRING', SCALARS.STRING, 1],
  ['an object for a STRING', SCALARS.STRING, {}],
  ['a fraction for an INT64', SCALARS.INT64, 1.5],
  ['a number that is not exact for an INT64', SCALARS.INT64, 2 ** 53],
  ['words for an INT64', SCALARS.INT64, 'one'],
  ['nothing for an INT64', SCALARS.INT64, ''],
  ['an integer of 65 bits for an INT64', SCALARS.INT64, '9223372036854775808'],
  ['a million digits for an INT64', SCALARS.INT64, '9'.repeat(1_000_000)],
  ['words for a FLOAT64', SCALARS.FLOAT64, 'nan'],
  ['the name of a method for a FLOAT64', SCALARS.FLOAT64, 'toString'],
  ['text for an ARRAY', arrayOf(SCALARS.STRING), 'x'],
  ['an object for an ARRAY', arrayOf(SCALARS.STRING), { length: 1, 0: 'x' }],
  ['too few fields for a STRUCT', structOf([{ name: 'a', type: SCALARS.BOOL }]), []],
  ['too many fields for a STRUCT', structOf([]), [1]],
] as const)('decodeRows refuses %s', (_what, type, encoded) => {
  expect(decodeRows(column(type), [[encoded]])).toBeUndefined();
});

test.each([
  ['rows that are text', 'x'],
  ['rows that are absent', undefined],
  ['a row that is null', [null]],
  ['a row of too many columns', [['a', 'b']]],
  ['a row of too few columns', [[]]],
])('decodeRows refuses %s', (_what, encoded) => {
  expect(decodeRows(column(SCALARS.STRING), encoded)).toBeUndefined();
});

test('decodeRows refuses any JSON, or makes rows of it that are encoded to the same', () => {
  fc.assert(
    fc.property(arbitraryRows, fc.jsonValue(), ({ columns }, value) => {
      const rows = decodeRows(columns, value);

      expect(rows === undefined || isSameJson(encodeRows(columns, rows), value)).toBe(true);
    }),
  );
});

test('decodeRows refuses rows of other types, or makes the same of them', () => {
  fc.assert(
    fc.property(arbitraryRows, arbitraryRows, (mine, other) => {
      const encoded = JSON.parse(JSON.stringify(encodeRows(other.columns, other.rows)));

      const rows = decodeRows(mine.columns, encoded);

      expect(rows === undefined || isSameJson(encodeRows(mine.columns, rows), encoded)).toBe(true);
    }),
    { numRuns: 300 },
  );
});

/** Whether two values are one JSON value, in which an integer may be a text of digits. */
function isSameJson(one: unknown, other: unknown): boolean {
  const asText = (_: string, value: unknown) => (typeof value === 'number' ? `${value}` : value);
  return JSON.stringify(one, asText) === JSON.stringify(other, asText);
}

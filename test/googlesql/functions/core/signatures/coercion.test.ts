import { expect, test } from 'vitest';
import {
  coerce,
  resolveCast,
  supportsEquality,
  supportsGrouping,
  supportsOrdering,
} from '../../../../../src/googlesql/functions/core/signatures/coercion.ts';
import { commonSupertype } from '../../../../../src/googlesql/functions/core/signatures/supertype.ts';
import { arrayOf, SCALARS, structOf, typeName } from '../../../../../src/googlesql/types.ts';
import { array, column, literal, NULL } from '../../expression.ts';

const pair = structOf([
  { name: 'a', type: SCALARS.INT64 },
  { name: 'b', type: SCALARS.STRING },
]);

test('coerce converts a literal at once', () => {
  expect(coerce(literal('STRING', '2020-01-01'), SCALARS.TIMESTAMP, 7)).toMatchObject({
    kind: 'literal',
    type: SCALARS.TIMESTAMP,
    value: 1_577_836_800_000_000n,
    coercible: false,
  });
  expect(coerce(literal('FLOAT64', 0.1), SCALARS.NUMERIC, 7)).toMatchObject({ value: '0.1' });
});

test('coerce points at a literal that does not convert', () => {
  const bad = literal('STRING', 'a"b');

  expect(() => coerce(bad, SCALARS.DATE, 7)).toThrow(
    expect.objectContaining({
      message: 'Could not cast literal "a\\"b" to type DATE',
      offset: 7,
    }),
  );
});

test('coerce casts values along the implicit coercions only', () => {
  expect(coerce(column('INT64'), SCALARS.FLOAT64, 0)).toMatchObject({ kind: 'cast', safe: false });
  expect(coerce(column('DATE'), SCALARS.DATETIME, 0)).toMatchObject({ kind: 'cast' });
  expect(coerce(column('STRING'), SCALARS.TIMESTAMP, 0)).toBeUndefined();
  expect(coerce(column('DATE'), SCALARS.TIMESTAMP, 0)).toBeUndefined();
  expect(coerce(column('FLOAT64'), SCALARS.INT64, 0)).toBeUndefined();
});

test('coerce gives parameters of type STRING the types that literals take', () => {
  const parameter = { kind: 'parameter', type: SCALARS.STRING, name: 'since' } as const;

  expect(coerce(parameter, SCALARS.TIMESTAMP, 0)).toMatchObject({ kind: 'cast' });
});

test('coerce turns NULL into NULL of the type', () => {
  expect(coerce(NULL, pair, 0)).toEqual({
    kind: 'literal',
    type: pair,
    value: null,
    coercible: false,
  });
});

test('coerce converts the elements of an array that is written out, and of no other', () => {
  const floats = arrayOf(SCALARS.FLOAT64);

  expect(coerce(array(literal('INT64', 1n)), floats, 0)).toMatchObject({
    kind: 'array',
    type: floats,
    items: [{ type: SCALARS.FLOAT64, value: 1 }],
  });
  expect(coerce(column(arrayOf(SCALARS.INT64)), floats, 0)).toBeUndefined();
});

test('coerce renames and widens the fields of a struct', () => {
  const wide = structOf([
    { name: 'x', type: SCALARS.FLOAT64 },
    { name: 'y', type: SCALARS.STRING },
  ]);

  expect(coerce(column(pair), wide, 0)).toMatchObject({ kind: 'cast', type: wide });
  expect(coerce(column(wide), pair, 0)).toBeUndefined();
});

test.each([
  [[column('INT64'), literal('FLOAT64', 1.5)], 'FLOAT64'],
  [[column('NUMERIC'), literal('FLOAT64', 1.5)], 'NUMERIC'],
  [[column('INT64'), column('NUMERIC')], 'NUMERIC'],
  [[column('NUMERIC'), column('FLOAT64')], 'FLOAT64'],
  [[column('DATE'), column('DATETIME')], 'DATETIME'],
  [[column('DATE'), literal('STRING', '2020-01-01')], 'DATE'],
  [[NULL, column('BYTES')], 'BYTES'],
  [[NULL, NULL], 'INT64'],
  [[array(literal('INT64', 1n)), array(literal('FLOAT64', 1.5))], 'ARRAY<FLOAT64>'],
  [[array(), array(literal('STRING', 'x'))], 'ARRAY<STRING>'],
])('commonSupertype finds the type of case %#', (expressions, name) => {
  const type = commonSupertype(expressions);

  expect(type && typeName(type)).toBe(name);
});

test('commonSupertype finds none for types that do not meet', () => {
  expect(commonSupertype([column('INT64'), column('STRING')])).toBeUndefined();
  expect(commonSupertype([column('DATE'), column('TIMESTAMP')])).toBeUndefined();
  expect(
    commonSupertype([column(arrayOf(SCALARS.INT64)), array(literal('FLOAT64', 1.5))]),
  ).toBeUndefined();
});

test('resolveCast refuses types that no value has in common', () => {
  expect(() => resolveCast(column('DATE'), SCALARS.INT64, false, 3)).toThrow(
    'Invalid cast from DATE to INT64',
  );
  expect(() => resolveCast(column('JSON'), SCALARS.STRING, true, 3)).toThrow(
    'Invalid cast from JSON to STRING',
  );
  expect(resolveCast(column('STRING'), SCALARS.INT64, true, 3)).toMatchObject({
    kind: 'cast',
    safe: true,
  });
});

test('types say what they can be compared, sorted and grouped by', () => {
  const json = arrayOf(SCALARS.JSON);

  expect([pair, json, SCALARS.BYTES].map(supportsEquality)).toEqual([true, false, true]);
  expect([pair, json, SCALARS.BYTES].map(supportsOrdering)).toEqual([false, false, true]);
  expect([pair, json, SCALARS.BYTES].map(supportsGrouping)).toEqual([true, false, true]);
});

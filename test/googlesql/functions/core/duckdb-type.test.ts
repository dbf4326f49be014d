import { expect, test } from 'vitest';
import {
  duckdbFieldName,
  duckdbType,
} from '../../../../src/googlesql/functions/core/duckdb-type.ts';
import { arrayOf, SCALARS, structOf } from '../../../../src/googlesql/types.ts';

const { INT64, STRING } = SCALARS;

test('duckdbType nests lists and structs', () => {
  const type = arrayOf(
    structOf([
      { name: 'a', type: INT64 },
      { name: 'say "b"', type: arrayOf(STRING) },
    ]),
  );

  expect(duckdbType(type)).toBe('STRUCT("a" BIGINT, "say ""b""" VARCHAR[])[]');
});

test('duckdbFieldName keeps names that are unique without case', () => {
  const type = structOf([
    { name: 'a', type: INT64 },
    { name: '', type: INT64 },
    { name: 'B', type: INT64 },
    { name: 'b', type: INT64 },
  ]);

  expect(type.fields.map((_, i) => duckdbFieldName(type, i))).toEqual(['a', '_2', '_3', '_4']);
});

test('duckdbFieldName avoids the names of other fields', () => {
  const type = structOf([
    { name: '', type: INT64 },
    { name: '_1', type: INT64 },
  ]);

  expect(type.fields.map((_, i) => duckdbFieldName(type, i))).toEqual(['__1', '_1']);
});

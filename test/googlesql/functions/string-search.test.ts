import type { DuckDBConnection } from '@duckdb/node-api';
import { beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../duckdb/compile.ts';
import { evaluate } from './evaluate.ts';

// The reference's evaluator does not have these functions.

let connection: DuckDBConnection;

beforeAll(async () => {
  connection = await openDatabase();
});

test.each([
  [`CONTAINS_SUBSTR('The Quick Fox', 'quick')`, true],
  [`CONTAINS_SUBSTR('The Quick Fox', 'slow')`, false],
  [`CONTAINS_SUBSTR('STRASSE', 'straße')`, true],
  [`CONTAINS_SUBSTR('ÉCOLE', 'e\\u0301cole')`, true],
  [`CONTAINS_SUBSTR('ΟΔΟΣ', 'οδος')`, true],
  [`CONTAINS_SUBSTR('ＡＢＣ', 'abc')`, true],
  [`CONTAINS_SUBSTR('a', '')`, true],
  [`CONTAINS_SUBSTR(CAST(NULL AS STRING), 'a')`, null],
])('%s', async (expression, expected) => {
  expect(await evaluate(connection, `SELECT ${expression}`)).toEqual(['BOOL', expected]);
});

test.each([
  [`EDIT_DISTANCE('kitten', 'sitting')`, 3],
  [`EDIT_DISTANCE('', 'abc')`, 3],
  [`EDIT_DISTANCE('é', 'e')`, 1],
  [`EDIT_DISTANCE('a😀b', 'ab')`, 1],
  [`EDIT_DISTANCE('é', '')`, 1],
  [`EDIT_DISTANCE(CAST(NULL AS STRING), 'é')`, null],
])('%s', async (expression, expected) => {
  expect(await evaluate(connection, `SELECT ${expression}`)).toEqual(['INT64', expected]);
});

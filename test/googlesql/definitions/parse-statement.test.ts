import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseFunctions } from '../../../src/googlesql/definitions/parse-functions.ts';
import { parseStatement } from '../../../src/googlesql/definitions/parse-statement.ts';
import { SqlError } from '../../../src/googlesql/sql-error.ts';
import { refusal } from './shop.ts';

test('functions at the head of a text are those of its query', () => {
  const { functions, query } = parseStatement(
    'CREATE TEMP FUNCTION f(x INT64) AS (x); CREATE TEMPORARY FUNCTION g() AS (1); SELECT 1;',
  );
  expect(functions.map(({ name }) => name)).toEqual(['f', 'g']);
  expect(query.body.kind).toBe('select');
});

test.each([
  [
    "DECLARE since DATE DEFAULT DATE '2026-01-01';\nSELECT 1",
    `DECLARE is not supported: write "-- @param {DATE} since = DATE '2026-01-01'" in the head comment instead, and @since in the query [at 1:1]`,
  ],
  [
    'CREATE TEMP FUNCTION f() AS (1);\nDECLARE a, b STRING(10); DECLARE c DEFAULT CURRENT_DATE("UTC"); SELECT 1',
    'DECLARE is not supported: write "-- @param {STRING} a" and "-- @param {STRING} b" and "-- @param c" in the head comment instead, and @a, @b, COALESCE(@c, CURRENT_DATE("UTC")) in the query [at 2:1]',
  ],
  [
    'DECLARE ids ARRAY<INT64> DEFAULT [1,\n -2]; SELECT 1',
    'DECLARE is not supported: write "-- @param {ARRAY<INT64>} ids = [1, -2]" in the head comment instead, and @ids in the query [at 1:1]',
  ],
  [
    'CREATE FUNCTION f() AS (1); SELECT 1',
    'Only temporary functions can be created here: write CREATE TEMP FUNCTION [at 1:1]',
  ],
  [
    'SELECT 1; CREATE TEMP FUNCTION f() AS (1)',
    'Syntax error: Expected end of input but got keyword CREATE [at 1:11]',
  ],
  [
    'CREATE TEMP FUNCTION f() AS (1) SELECT 1',
    'Syntax error: Expected ";" but got keyword SELECT [at 1:33]',
  ],
  ['CREATE TEMP FUNCTION f() AS (1);', 'Syntax error: Unexpected end of statement [at 1:33]'],
  [
    "CREATE TEMP FUNCTION f(x INT64) RETURNS INT64 LANGUAGE js AS 'x'; SELECT 1",
    'Functions in JavaScript are not supported: write AS (expression) in SQL [at 1:47]',
  ],
  ['CREATE TABLE t (x INT64); SELECT 1', 'Statement not supported: CreateTableStatement [at 1:1]'],
  ['SET x = 1; SELECT 1', 'Statement not supported: SingleAssignment [at 1:1]'],
])('%s is refused', (text, message) => {
  expect(refusal(text, () => parseStatement(text))).toBe(message);
});

const WORDS =
  "CREATE OR REPLACE TEMP FUNCTION f g . ( ) x INT64 ANY TYPE , RETURNS ARRAY < > AS ( 1 + x ) OPTIONS description = 'a' ; DECLARE DEFAULT LANGUAGE js SELECT IN [ ] @p".split(
    ' ',
  );

test.each([
  ['CREATE TEMP FUNCTION f ( x INT64 ) AS ( x ) ; SELECT 1'],
  ['DECLARE x INT64 DEFAULT 1 ; SELECT 1'],
])('any change of %s is parsed, or refused at a place', (text) => {
  const words = text.split(' ');
  const change = fc.tuple(
    fc.nat(words.length),
    fc.nat(2),
    fc.array(fc.constantFrom(...WORDS), { maxLength: 3 }),
  );
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 3 }), (changes) => {
      const changed = changes.reduce(
        (rest, [index, removed, added]) => rest.toSpliced(index, removed, ...added),
        words,
      );
      for (const parse of [parseFunctions, parseStatement]) {
        try {
          parse(changed.join(' '));
        } catch (error) {
          expect(error).toBeInstanceOf(SqlError);
          expect((error as SqlError).offset).toBeLessThanOrEqual(changed.join(' ').length);
        }
      }
    }),
    { numRuns: 2_000 },
  );
});

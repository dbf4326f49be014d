import { expect, test } from 'vitest';
import { parseTable } from '#googlesql';
import { compile, openDatabase, rowsOf } from '../../duckdb/compile.ts';

const SOURCES = {
  tables: {
    draws: {
      table: parseTable('draws', [{ name: 'n', type: 'INT64' }]),
      from: '(SELECT 1::BIGINT AS n)',
    },
  },
};

test.each([
  ['ISERROR(RAND())', false],
  ['ISERROR(DIV(n, CAST(FLOOR(RAND()) AS INT64)))', true],
  ['IFERROR(RAND() < 1 AND RAND() >= 0, FALSE)', true],
  ["IFERROR(CAST(CONCAT('random()', RAND()) AS INT64), -1)", -1],
  ["IFERROR(IF(RAND() < 2, 'random()', ''), '')", 'random()'],
  ['NULLIFERROR(CAST(RAND() - 2 AS STRING) IS NULL)', false],
  [
    'IFERROR(IFERROR(DIV(n, CAST(FLOOR(RAND()) AS INT64)), CAST(RAND() AS INT64) + 7) > 6, FALSE)',
    true,
  ],
  ['ISERROR(SAFE.LN(RAND() - 1))', false],
])('%s draws its numbers outside of what is tried', async (expression, value) => {
  const compiled = compile(`SELECT ${expression} AS x FROM draws`, SOURCES);

  expect(await rowsOf(await openDatabase(), compiled)).toEqual([[value]]);
});

test('two draws are two numbers', async () => {
  const compiled = compile('SELECT IFERROR(RAND() = RAND(), TRUE) AS x FROM draws', SOURCES);

  expect(await rowsOf(await openDatabase(), compiled)).toEqual([[false]]);
});

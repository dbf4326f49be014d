import { expect, test } from 'vitest';
import { outcome } from '../../analysis/outcome.ts';
import { openDatabase } from '../../duckdb/compile.ts';
import { evaluate } from '../evaluate.ts';
import { testGoldens } from '../goldens.ts';

testGoldens('normalize');

const database = await openDatabase();

test.each([
  [
    'what grows beyond 32 KB',
    "REPEAT('ﷺ', 5000)",
    'Texts of more than 32 KB are too long for this function',
  ],
  [
    'long runs of marks',
    "REPEAT('\\u0301\\u0316', 16)",
    'NORMALIZE is not supported for more than 30 combining marks in a row',
  ],
])('NORMALIZE refuses %s', async (_, text, error) => {
  expect(await evaluate(database, `SELECT NORMALIZE(${text}, NFKD)`)).toEqual({ error });
});

test('NORMALIZE takes long texts that do not grow', async () => {
  const text = "REPEAT('é', 16000)";

  expect(await evaluate(database, `SELECT LENGTH(NORMALIZE(${text}, NFC))`)).toEqual([
    'INT64',
    16_000,
  ]);
});

test.each([
  ["NORMALIZE('a', 'NFC')", 'Argument is not a valid NORMALIZE mode [at 1:23]'],
  ["NORMALIZE('a', NFX)", 'Argument is not a valid NORMALIZE mode: NFX [at 1:23]'],
])('%s is refused', (call, message) => {
  expect(outcome(`SELECT ${call}`)).toBe(message);
});

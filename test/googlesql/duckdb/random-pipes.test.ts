import { expect, test } from 'vitest';
import { parseQuery } from '../../../src/googlesql/syntax/parser/parser.ts';
import { printQuery } from '../../../src/googlesql/syntax/printer/print.ts';
import { equalTrees } from '../../../src/googlesql/syntax/tree/equal-trees.ts';
import { pipes } from '../../fuzz/pipes-text.ts';
import { Random } from '../../fuzz/random.ts';
import { compile, openDatabase, rowsOf } from './compile.ts';

const TABLES =
  "WITH t AS (SELECT 1 AS k, 0 AS w, 'a' AS s UNION ALL SELECT NULL, 2, 'a' UNION ALL SELECT 2, NULL, NULL), " +
  "u AS (SELECT 2 AS k, 3 AS w, 'b' AS s UNION ALL SELECT 1, NULL, '')";

test('random pipes and their canonical text have the rows of the same query without pipes', async () => {
  const database = await openDatabase();
  const random = new Random(20261128);
  const rows = async (sql: string) => (await rowsOf(database, compile(sql))).map(String).sort();
  let withOperators = 0;

  for (let i = 0; i < 150; i += 1) {
    const { piped, plain } = pipes((items) => random.pick(items));
    const tree = parseQuery(`${TABLES} ${piped}`);
    const text = printQuery(tree);
    expect(equalTrees(parseQuery(text), tree), piped).toBe(true);
    const expected = await rows(`${TABLES} ${plain}`);
    expect(await rows(`${TABLES} ${piped}`), piped).toEqual(expected);
    if (!text.includes('|>')) continue;
    withOperators += 1;
    expect(await rows(text), text).toEqual(expected);
  }
  expect(withOperators).toBeGreaterThan(30);
});

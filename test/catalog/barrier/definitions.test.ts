import { expect, test } from 'vitest';
import { parseFunctions, parseStatement, parseView, SCALARS, substitute } from '#googlesql';
import { guardTree } from '../../../src/catalog/barrier/guarded-tree.ts';
import { parseTable } from '../../../src/googlesql/table.ts';
import { openDatabase, print, rowsOf } from '../../googlesql/duckdb/compile.ts';

const LOANS = parseTable(
  'loans',
  [
    { name: 'member', type: 'STRING' },
    { name: 'book', type: 'STRING' },
    { name: 'pages', type: 'STRING' },
  ],
  { tenant: ['member'] },
);

/** The other member's pages are no number: a cast that reads them fails. */
const ROWS = `(FROM (VALUES ('me', 'a', '10'), ('me', 'b', '20'), ('you', 'a', 'secret')) AS t(member, book, pages))`;

const DEFINITIONS = {
  functions: parseFunctions(`
    CREATE FUNCTION number(x STRING) AS (CAST(x AS INT64));
    CREATE FUNCTION copies(name STRING) AS ((SELECT COUNT(*) FROM loans WHERE book = name));
    CREATE FUNCTION longest() AS ((SELECT MAX(n) FROM lengths));`),
  views: [parseView('lengths', 'SELECT book, number(pages) AS n FROM loans')],
};

const PARAMETERS = new Map([['_tenant', SCALARS.STRING]]);

async function rowsOfMember(sql: string) {
  const { functions: own, query } = parseStatement(sql);
  const tree = substitute(query, { ...DEFINITIONS, own });
  const { resolved } = guardTree(tree, {
    tables: new Map([['loans', LOANS]]),
    parameters: PARAMETERS,
    tenant: { definition: undefined, pin: '_tenant' },
  });
  const printed = print(resolved, { tables: { loans: { table: LOANS, from: ROWS } } });
  return rowsOf(await openDatabase(), printed, { _tenant: 'me' });
}

test.each([
  [
    'SELECT * FROM lengths ORDER BY n',
    [
      ['a', 10],
      ['b', 20],
    ],
  ],
  ['SELECT SUM(n) AS n FROM lengths WHERE n <> 15', [[30]]],
  [
    'SELECT l.n, r.n AS other FROM lengths AS l JOIN lengths AS r USING (book) WHERE l.n > 15',
    [[20, 20]],
  ],
  ['SELECT MAX(number(pages)) AS n FROM loans WHERE number(pages) > 0', [[20]]],
  ["SELECT copies('a') AS a, longest() AS l", [[1, 20]]],
  [
    'SELECT book, copies(book) AS n FROM lengths ORDER BY book',
    [
      ['a', 1],
      ['b', 1],
    ],
  ],
  [
    'WITH loans AS (SELECT 15 AS least) SELECT COUNT(*) AS n FROM lengths, loans WHERE n > least',
    [[1]],
  ],
  [
    'CREATE TEMP FUNCTION total(least INT64) AS ((SELECT SUM(n) FROM lengths WHERE n > least)); SELECT total(5) AS n',
    [[30]],
  ],
])('a member reads own rows alone: %s', async (sql, rows) => {
  expect(await rowsOfMember(sql)).toEqual(rows);
});

import { expect, test } from 'vitest';
import { prepareEndpoints } from '../../src/catalog/prepare.ts';
import { projectStatement } from '../../src/execution/projection.ts';
import { printQuery } from '../../src/googlesql/syntax/printer/print.ts';
import { SCALARS } from '../../src/googlesql/types.ts';
import { compileStatement } from '../engines/compile-query.ts';
import { compiled } from '../support/compiled.ts';
import { PROJECT } from '../support/project.ts';

const tables = PROJECT.tables;
const [logsAll] = prepareEndpoints({
  endpoints: PROJECT.endpoints.filter(({ name }) => name === 'logs.all'),
  tables,
});

const FROM = 'FROM UNNEST([1]) AS x';

const NOW = { now: { type: SCALARS.TIMESTAMP, value: 0 } };

function project(sql: string, asked: readonly string[]) {
  const statement = compileStatement(sql, NOW, tables);
  const parameters = new Map([['now', SCALARS.TIMESTAMP]]);
  return projectStatement(statement, new Set(asked), { tables, parameters });
}

test('projectStatement leaves out columns that are neither asked for nor ordered by', () => {
  const projection = project(`SELECT 1 AS a, 2 AS b, 3 AS c ${FROM} ORDER BY c`, ['a']);

  expect(projection?.names).toEqual(['a', 'c']);
  expect(projection && printQuery(projection.statement.tree)).toBe(
    `SELECT 1 AS a, 3 AS c ${FROM} ORDER BY c`,
  );
  expect(projection?.widen([[1, 3]])).toEqual([[1, null, 3]]);
});

test.each([
  ['every column is asked for', 'SELECT 1 AS a, 2 AS b', ['a', 'b']],
  ['DISTINCT would see fewer columns', `SELECT DISTINCT 1 AS a, 2 AS b ${FROM}`, ['a']],
  ['a star hides which columns there are', 'SELECT * FROM (SELECT 1 AS a, 2 AS b)', ['a']],
  ['an ordinal would name another column', `SELECT 1 AS a, 2 AS b ${FROM} ORDER BY 2`, ['a']],
  [
    'GROUP BY ALL groups by all columns',
    `SELECT x AS a, COUNT(*) AS b ${FROM} GROUP BY ALL`,
    ['b'],
  ],
  [
    'an aggregate makes one row of all',
    `SELECT COUNT(*) AS a, 'all' AS b ${FROM} HAVING COUNT(*) > 0 ORDER BY b LIMIT 5`,
    ['b'],
  ],
  [
    'an aggregate makes one row of a CTE',
    "WITH t AS (SELECT 1 AS x) SELECT MAX(x) AS a, 'all' AS b FROM t",
    ['b'],
  ],
  [
    'branches of a UNION need the same columns',
    'SELECT 1 AS a, 2 AS b UNION ALL SELECT 3, 4',
    ['a'],
  ],
])('projectStatement leaves the statement whole when %s', (_, sql, asked) => {
  expect(project(sql, asked)).toBeUndefined();
});

test('projectStatement keeps what GROUP BY, HAVING and QUALIFY name', () => {
  const sql =
    'SELECT x AS a, COUNT(*) AS b, MAX(x) AS c, MIN(x) AS d FROM UNNEST([1, 2]) AS x GROUP BY a HAVING b > 0';

  expect(project(sql, ['d'])?.names).toEqual(['a', 'b', 'd']);
});

test('projectStatement keeps one column for who only counts rows', () => {
  expect(project('SELECT 1 AS a, 2 AS b', [])?.names).toEqual(['a']);
});

test('projectStatement takes the nested columns out of logs.all', () => {
  if (!logsAll) throw new Error('There is no logs.all');
  const { tables: read, open } = logsAll;
  const scope = { tables: read, parameters: open.parameters };

  const projection = projectStatement(compiled(open.statement), new Set(['id']), scope);

  expect(projection?.names).toEqual(['id', 'timestamp']);
  expect(projection && printQuery(projection.statement.tree).split('\n').at(-1)).toContain(
    'SELECT id, timestamp FROM edge_logs ORDER BY timestamp DESC, id DESC LIMIT 100',
  );
});

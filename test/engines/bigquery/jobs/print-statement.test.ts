import { expect, test } from 'vitest';
import { printStatement } from '../../../../src/engines/bigquery/jobs/print-statement.ts';
import { fullTableNames } from '../../../../src/engines/bigquery/table-ids.ts';
import { parseQuery } from '../../../../src/googlesql/syntax/parser/parser.ts';

const PLACE = { project: 'example.com:logs-1', dataset: 'prod', ids: {} };
const NAMES = fullTableNames(['postgres.logs', 'deno-relay-logs'], PLACE);
const print = (sql: string, rows = 10) => printStatement(parseQuery(sql), NAMES, rows);

test('fullTableNames writes underscores for dots and keeps dashes', () => {
  expect([...NAMES.values()]).toEqual([
    'example.com:logs-1.prod.postgres_logs',
    'example.com:logs-1.prod.deno-relay-logs',
  ]);
});

test('fullTableNames takes ids that are given', () => {
  const names = fullTableNames(['postgres.logs'], { ...PLACE, ids: { 'postgres.logs': 'pg' } });

  expect(names.get('postgres.logs')).toBe('example.com:logs-1.prod.pg');
});

test.each([
  [{ nosuch: 'x' }, '"nosuch", which is no log table'],
  [{ 'a.b': 'x` JOIN secrets' }, 'is no id of a table'],
  [{ 'a.b': 'a_c' }, 'the same id'],
])('fullTableNames refuses %j', (ids, message) => {
  expect(() => fullTableNames(['a.b', 'a_c'], { ...PLACE, ids })).toThrow(message);
});

test('printStatement writes full names for tables and nothing else', () => {
  const { sql, tables } = print(
    'WITH v AS (SELECT t.id, t.metadata FROM `postgres.logs` AS t) SELECT v.id FROM v, v.metadata AS m',
  );

  expect(sql).toContain('FROM `example.com:logs-1.prod.postgres_logs` AS t');
  expect(sql).toContain('FROM v, v.metadata AS m');
  expect([...tables]).toEqual(['example.com:logs-1.prod.postgres_logs']);
});

test.each([
  ['SELECT 1 AS n', 'LIMIT 10'],
  ['SELECT 1 AS n LIMIT 3', 'LIMIT 3'],
  ['SELECT 1 AS n LIMIT 100 OFFSET 2', 'LIMIT 10 OFFSET 2'],
  ['SELECT 1 AS n UNION ALL SELECT 2 ORDER BY n', 'LIMIT 10'],
  ['SELECT 1 AS n LIMIT @n', 'LIMIT @n'],
])('printStatement bounds the rows of %s', (sql, end) => {
  expect(print(sql).sql.replaceAll(/\s+/g, ' ').trim()).toMatch(
    new RegExp(`${end.replace('@', '\\@')}$`),
  );
});

test.each([
  'WITH `deno-relay-logs` AS (SELECT 1 AS id) SELECT id FROM `deno-relay-logs`',
  'SELECT x FROM (WITH `Deno-Relay-Logs` AS (SELECT 1 AS x) SELECT x FROM `deno-relay-logs`)',
  'SELECT l FROM (SELECT [1] AS logs) AS postgres, postgres.logs AS l',
])('printStatement refuses a name that could be a table or not: %s', (sql) => {
  expect(() => print(sql)).toThrow('is ambiguous here');
});

import { expect, test } from 'vitest';
import { valuedStatement } from '../../../../src/engines/duckdb/queries/valued-statement.ts';
import {
  parseQuery,
  printDuckDb,
  SCALARS,
  type Statement,
  type Value,
} from '../../../../src/googlesql/index.ts';
import { resolve } from '../../../googlesql/duckdb/compile.ts';

const TYPES = { path: SCALARS.STRING, digits: SCALARS.INT64, x: SCALARS.FLOAT64 };

function statementOf(sql: string): Statement {
  return { tree: parseQuery(sql), resolved: resolve(sql, { parameters: TYPES }), columns: [] };
}

function valued(statement: Statement, path: Value, digits: Value, x: Value = 1.5): Statement {
  const parameters = new Map([
    ['path', { type: TYPES.path, value: path }],
    ['digits', { type: TYPES.digits, value: digits }],
    ['x', { type: TYPES.x, value: x }],
  ]);
  return valuedStatement({ statement, parameters });
}

function text({ resolved }: Statement): string {
  return printDuckDb(resolved, { tableSource: () => '' }).sql;
}

const SQL = "SELECT ROUND(@x, @digits) AS r, JSON_VALUE('{}', @path) AS p, @path AS own";

test('the values that SQL depends on are in it, and the others are parameters', () => {
  const sql = text(valued(statementOf(SQL), '$.a', 2));

  expect(sql).toContain("'/a'");
  expect(sql).toContain('1e2');
  expect(sql).toContain('CAST($x AS DOUBLE)');
  expect(sql).toContain('CAST($path AS VARCHAR)');
  expect(sql).not.toContain('$digits');
});

test('a number is the same as a bigint of its value', () => {
  const statement = statementOf(SQL);

  expect(text(valued(statement, '$.a', 2n))).toBe(text(valued(statement, '$.a', 2)));
});

test('a statement is compiled once for the same values, and the last 64 stay', () => {
  const statement = statementOf(SQL);
  const first = valued(statement, '$.a', 2);

  expect(valued(statement, '$.a', 2, 7)).toBe(first);
  expect(valued(statement, '$.b', 2)).not.toBe(first);
  for (let i = 0; i < 64; i += 1) valued(statement, `$.c${i}`, 2);
  expect(valued(statement, '$.a', 2)).not.toBe(first);
});

test('a value that is not there is NULL', () => {
  expect(text(valued(statementOf(SQL), null, null))).toContain('CAST(NULL AS DOUBLE)');
});

test('a statement whose SQL depends on no value stays as it is', () => {
  const statement = statementOf('SELECT @x AS x, FORMAT_DATE("%F", "2026-01-01") AS f');

  expect(valued(statement, null, null)).toBe(statement);
});

test('a statement is not printed without the values', () => {
  expect(() => text(statementOf(SQL))).toThrow('values are unknown');
});

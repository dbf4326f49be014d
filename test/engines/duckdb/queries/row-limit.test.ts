import { expect, test } from 'vitest';
import { limitRows } from '../../../../src/engines/duckdb/queries/row-limit.ts';
import { compileStatement } from '../../compile-query.ts';

const resolve = (sql: string) => compileStatement(sql, {}, new Map()).resolved;

test.each([
  'SELECT n FROM UNNEST([1]) AS n LIMIT 10',
  'WITH t AS (SELECT 1 AS n) SELECT n FROM t ORDER BY n LIMIT 9 OFFSET 3',
])('limitRows leaves a statement with a smaller limit alone: %s', (sql) => {
  const statement = resolve(sql);

  expect(limitRows(statement, 10)).toBe(statement);
});

test.each([
  'SELECT n FROM UNNEST([1]) AS n LIMIT 11',
  'SELECT n FROM UNNEST([1]) AS n',
  'SELECT n FROM (SELECT 1 AS n LIMIT 1) CROSS JOIN UNNEST([1, 2])',
])('limitRows adds a limit to any other: %s', (sql) => {
  const { scan } = limitRows(resolve(sql), 10);

  expect(scan).toMatchObject({ kind: 'limit', limit: { value: 10n } });
});

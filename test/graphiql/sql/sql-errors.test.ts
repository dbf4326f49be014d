import { expect, test } from 'vitest';
import { sqlErrors } from '../../../src/graphiql/sql/sql-errors.ts';
import { gateway } from '../../support/gateway.ts';

const operation = (sql: string) =>
  `{ mine: sandbox(endpoint: "logs.all", arguments: { project: "demo", project_tier: "PRO" }, sql: ${JSON.stringify(sql)}) { rows } }`;

test('sqlErrors tells where the service found a statement wrong', async () => {
  const { graphql } = await gateway();
  const sql = 'SELECT id,\n  nosuch\nFROM edge_logs';

  const response = await graphql(operation(sql));

  expect(sqlErrors(operation(sql), { ...response })).toEqual([
    { sql, message: 'Unrecognized name: nosuch [at 2:3]', line: 2, column: 3 },
  ]);
});

test('sqlErrors names no position where the service names none', async () => {
  const { graphql } = await gateway();
  const sql = 'SELECT 1 / 0 FROM edge_logs';
  const message = 'division by zero';

  const errors = [{ message, path: ['mine'], extensions: { code: 'SQL_INVALID' } }];

  expect(sqlErrors(operation(sql), { errors })).toEqual([{ sql, message }]);
  expect(sqlErrors(operation(sql), { ...(await graphql('{ __typename }')) })).toEqual([]);
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sqlArguments, sqlErrors, withSql } from '../../../../src/pages/graphiql/sql/statements.ts';
import { gateway } from '../../../support/gateway.ts';

const DOCUMENT = `query Two($v: String!) {
  first: sandbox(endpoint: "logs.all", arguments: {}, sql: "SELECT 1") { rows }
  sandbox(
    endpoint: "logs.all"
    arguments: {}
    sql: """
      SELECT 2
      FROM edge_logs
    """
  ) { rows }
  other: sandbox(endpoint: "logs.all", arguments: {}, sql: $v) { rows }
}`;

test('sqlArguments finds the statements that stand in a document', () => {
  const found = sqlArguments(DOCUMENT).map(({ sql, responseKey }) => [responseKey, sql]);

  expect(found).toEqual([
    ['first', 'SELECT 1'],
    ['sandbox', 'SELECT 2\nFROM edge_logs'],
  ]);
});

test.each(['', '{', 'query { endpoints { id } }'])('there is no statement in %j', (document) => {
  expect(sqlArguments(document)).toEqual([]);
});

test('withSql writes a block string with the indentation of its line', () => {
  const [, second] = sqlArguments(DOCUMENT);

  const written = second && withSql(DOCUMENT, second, 'SELECT """3""",\n\n  4');

  expect(written).toContain(`    sql: """
      SELECT \\"""3\\""",

        4
    """
  ) { rows }`);
});

test('any statement that is written is the one that is sent', () => {
  const statement = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc
      .array(fc.constantFrom('\n', '\r', ' ', '"', '"""', '\\', '\t', 'SELECT', '1'), {
        maxLength: 12,
      })
      .map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(statement, fc.constantFrom(0, 1), (sql, index) => {
      const argument = sqlArguments(DOCUMENT)[index];

      const written = argument ? withSql(DOCUMENT, argument, sql) : '';

      expect(sqlArguments(written)[index]?.sql).toBe(sql);
    }),
  );
});

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

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sqlArguments, withSql } from '../../../src/graphiql/sql/sql-argument.ts';

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

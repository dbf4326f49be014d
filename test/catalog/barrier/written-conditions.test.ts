import { expect, test } from 'vitest';
import { parseQuery, printQuery, SCALARS } from '#googlesql';
import { guardTree } from '../../../src/catalog/barrier/guarded-tree.ts';
import { PROJECT } from '../../support/project.ts';

const PARAMETERS = new Map([
  ['day', SCALARS.DATE],
  ['noon', SCALARS.DATETIME],
  ['moment', SCALARS.TIMESTAMP],
  ['text', SCALARS.STRING],
  ['days', SCALARS.INT64],
  ['_now', SCALARS.TIMESTAMP],
  ['project', SCALARS.STRING],
]);

/** The WHERE beside the table, inside its barrier, for a caller with a pin. */
function innerWhere(bound: string): string {
  const sql = `SELECT t.id FROM \`postgres.logs\` AS t
    WHERE t.timestamp >= ${bound} AND t.timestamp <= @moment AND t.project = @project`;
  const { tree } = guardTree(parseQuery(sql), {
    tables: PROJECT.tables,
    parameters: PARAMETERS,
    tenant: { definition: { parameter: 'project', match: 'equal' }, pin: 'project' },
  });
  return printQuery(tree).split(' WHERE ')[1] ?? '';
}

test.each([
  '@moment',
  'TIMESTAMP(@day)',
  'TIMESTAMP(@noon)',
  "TIMESTAMP('2026-07-01')",
  'CAST(@day AS TIMESTAMP)',
  'TIMESTAMP(DATE(@moment))',
  "TIMESTAMP(DATE(@moment, 'Europe/Berlin'))",
  'TIMESTAMP(DATETIME(@moment))',
  'COALESCE(TIMESTAMP(@day), @moment)',
  'IF(@days = 1, @moment, TIMESTAMP(@noon))',
  'TIMESTAMP_TRUNC(@moment, DAY)',
  "TIMESTAMP(COALESCE(DATE(@moment, 'Europe/Berlin'), @day))",
])('%s is a bound inside the barrier', (bound) => {
  expect(innerWhere(bound)).toContain(`t.timestamp >= ${bound} AND`);
});

test.each([
  'TIMESTAMP(@text)',
  'CAST(@text AS TIMESTAMP)',
  'TIMESTAMP(DATE(@days, 1, 1))',
  'TIMESTAMP(DATE(@moment, @text))',
  'TIMESTAMP_SUB(@moment, INTERVAL @days DAY)',
])('%s may fail, and is none', (bound) => {
  expect(() => innerWhere(bound)).toThrow('postgres.logs');
});

test('conditions on matches are not those of the rows, whatever their columns are named', () => {
  const name = 'postgres.logs';
  const where = 't.timestamp >= @moment AND timestamp < @moment';
  const clause = 'ORDER BY id MEASURES MIN(timestamp) AS timestamp PATTERN (a) DEFINE a AS TRUE';
  const rows = new Map(
    [...PROJECT.tables].map(([key, table]) => [key, { ...table, requirePartitionFilter: false }]),
  );
  const guarded = (operator: string) =>
    printQuery(
      guardTree(parseQuery(`SELECT t.* FROM \`${name}\` AS t ${operator} WHERE ${where}`), {
        tables: rows,
        parameters: PARAMETERS,
        tenant: { definition: undefined, pin: 'project' },
      }).tree,
    );

  expect(guarded('')).toContain(`WHERE ${where} AND`);
  expect(guarded(`MATCH_RECOGNIZE (${clause}) AS t`)).toMatch(
    /WHERE t\.project = @\w+\) AS _row\) AS t MATCH_RECOGNIZE .* WHERE t\.timestamp >= @moment AND timestamp < @moment$/s,
  );
});

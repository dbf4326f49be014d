import { expect, test } from 'vitest';
import { prepareEndpoint } from '../../../src/catalog/prepare.ts';
import { guardScans } from '../../../src/catalog/scan-guards.ts';
import type { EndpointSpec } from '../../../src/endpoint/endpoint-spec.ts';
import { SCALARS } from '../../../src/googlesql/types.ts';
import { defined } from '../../support/endpoints.ts';
import { PROJECT } from '../../support/project.ts';

const ENTRIES = `entries AS (
  SELECT t.id FROM \`postgres.logs\` AS t
  WHERE t.timestamp >= @since AND t.timestamp < @until AND t.project = @project AND t.id = @id
)`;
const RIGHT = `-- Counts.
WITH ${ENTRIES}
SELECT id, COUNT(*) AS n FROM entries GROUP BY id ORDER BY id`;

function prepare(sql: string, change: Partial<EndpointSpec> = {}) {
  return prepareEndpoint(
    defined('postgres.count', sql, {
      id: 'b5e0c3ac-0d0c-4bb5-9a3c-0d5f9ad8f1aa',
      description: 'Counts.',
      parameters: {
        project: { type: 'STRING!', description: 'The project.', example: 'demo' },
        id: { type: 'STRING', description: 'The id.', isMergeable: true },
      },
      tenant: { parameter: 'project', match: 'equal' },
      derive: {
        uses: [],
        parameters: { since: 'TIMESTAMP!', until: 'TIMESTAMP!' },
        compute: (_, now) => ({ since: now - 1n, until: now }),
      },
      columns: {
        id: { type: 'STRING', description: 'The id.' },
        n: { type: 'INT64!', description: 'A number.' },
      },
      settings: {
        maxRows: 10,
        cacheSeconds: undefined,
        warmSeconds: undefined,
        sandbox: true,
        redactPii: false,
      },
      ...change,
    } as EndpointSpec),
    PROJECT.tables,
  );
}

test('prepareEndpoint merges the open and the pinned query, whose scans keep their tenants', () => {
  const { open, pinned, columns } = prepare(RIGHT);

  for (const { merged } of [open, pinned]) {
    expect(merged?.parameter).toBe('id');
    expect(merged?.statement.columns).toEqual([
      { name: '_member', type: SCALARS.STRING },
      ...columns,
    ]);
  }
  const byPin = { parameter: '_tenant', match: 'equal' } as const;
  expect(pinned.merged && guardScans(pinned.merged.statement.resolved, byPin)).toHaveLength(1);
  expect(() => open.merged && guardScans(open.merged.statement.resolved, byPin)).toThrow(
    '@_tenant',
  );
});

test('prepareEndpoint merges nothing where no parameter is declared mergeable', () => {
  const parameters = {
    project: { type: 'STRING!', description: 'The project.', example: 'demo' },
    id: { type: 'STRING', description: 'The id.' },
  } as const;

  const { open, pinned } = prepare(RIGHT, { parameters });

  expect([open.merged, pinned.merged]).toEqual([undefined, undefined]);
});

test('prepareEndpoint merges over an INT64 parameter', () => {
  const sql = RIGHT.replace('t.id = @id', 'LENGTH(t.id) = @id');
  const parameters = {
    project: { type: 'STRING!', description: 'The project.', example: 'demo' },
    id: { type: 'INT64!', description: 'The length.', example: '1', isMergeable: true },
  } as const;

  const { open } = prepare(sql, { parameters });

  expect(open.merged?.statement.columns[0]).toEqual({ name: '_member', type: SCALARS.INT64 });
});

test.each([
  ['a LIMIT', RIGHT.replace('ORDER BY id', 'ORDER BY id LIMIT 5'), 'has a LIMIT'],
  [
    'an aggregate without GROUP BY, which has a row for members that have none',
    RIGHT.replace('SELECT id, COUNT(*)', 'SELECT MAX(id) AS id, COUNT(*)').replace(
      'GROUP BY id ',
      '',
    ),
    'neither grouped nor aggregated',
  ],
  [
    'the member where a constant is needed',
    RIGHT.replace('COUNT(*)', 'LENGTH(STRING_AGG(id, @id))').replace(
      '-- Counts.\n',
      "-- Counts.\n-- @param id = ','\n",
    ),
    'STRING_AGG',
  ],
  [
    'a parameter that becomes a TIMESTAMP only because it is one',
    RIGHT.replace('t.id = @id', 't.timestamp != @id'),
    'No matching signature',
  ],
])('prepareEndpoint refuses to merge %s', (_, sql, message) => {
  expect(() => prepare(sql)).toThrow(
    /^Cannot use endpoint "postgres.count": its query cannot be merged over "id": /,
  );
  expect(() => prepare(sql)).toThrow(message);
});

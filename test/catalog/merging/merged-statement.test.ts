import { expect, test } from 'vitest';
import { MEMBER } from '../../../src/catalog/merging/merged-statement.ts';
import { prepareEndpoint } from '../../../src/catalog/prepare.ts';
import { guardScans } from '../../../src/catalog/scan-guards.ts';
import type { EndpointSpec } from '../../../src/endpoint/endpoint-spec.ts';
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
        id: { type: 'STRING', description: 'The id.' },
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

const merged = ({ merging }: ReturnType<typeof prepare>['open']) => merging.statements[0];

test('prepareEndpoint merges the open and the pinned query, whose scans keep their tenants', () => {
  const { open, pinned, columns } = prepare(RIGHT);

  for (const { merging } of [open, pinned]) {
    expect(merging.statements.map(({ parameter }) => parameter)).toEqual(['id']);
    expect(merging.statements[0]?.statement.columns).toEqual([MEMBER, ...columns]);
    expect([...merging.refusals]).toEqual([['project', 'it names the tenant']]);
  }
  const byPin = { parameter: '_tenant', match: 'equal' } as const;
  const scansOf = (stored: typeof open) => {
    const statement = merged(stored)?.statement;
    return statement && guardScans(statement.resolved, byPin);
  };
  expect(scansOf(pinned)).toHaveLength(1);
  expect(() => scansOf(open)).toThrow('@_tenant');
});

const PARAMETERS = {
  project: { type: 'STRING!', description: 'The project.', example: 'demo' },
} as const;

test('prepareEndpoint merges over each parameter that is compared by equality', () => {
  const sql = RIGHT.replace('t.id = @id', 't.id = @id AND LENGTH(t.id) = @length');

  const { merging } = prepare(sql, {
    parameters: {
      ...PARAMETERS,
      id: { type: 'STRING', description: 'The id.' },
      length: { type: 'INT64!', description: 'The length.', example: '1' },
    },
  }).open;

  expect(merging.statements.map(({ parameter }) => parameter)).toEqual(['id', 'length']);
});

const DERIVED = {
  uses: ['id'],
  parameters: { since: 'TIMESTAMP!', until: 'TIMESTAMP!' },
  compute: (_: unknown, now: bigint) => ({ since: now - 1n, until: now }),
} as const;

test.each([
  ['a LIMIT', RIGHT.replace('ORDER BY id', 'ORDER BY id LIMIT 5'), 'the query has a LIMIT on'],
  [
    'an aggregate without GROUP BY, which has a row for members that have none',
    RIGHT.replace('SELECT id, COUNT(*)', 'SELECT MAX(id) AS id, COUNT(*)').replace(
      'GROUP BY id ',
      '',
    ),
    'the query aggregates without GROUP BY, which gives a row where there are none',
  ],
  [
    'a parameter that becomes a TIMESTAMP only because it is one',
    RIGHT.replace('t.id = @id', 't.timestamp = @id'),
    'No matching signature',
  ],
  [
    'floating-point numbers',
    RIGHT.replace('t.id = @id', 'LENGTH(t.id) = @id'),
    'the query compares values of the type FLOAT64',
    { parameters: { ...PARAMETERS, id: { type: 'FLOAT64', description: 'A length.' } } },
  ],
  [
    'a pattern',
    RIGHT.replace('t.id = @id', "t.id = @id AND REGEXP_CONTAINS('a', @id)"),
    'it stands where not every value is allowed',
  ],
  ['a parameter of the derivation', RIGHT, 'it decides derived parameters', { derive: DERIVED }],
  [
    'a parameter that the query does not name',
    RIGHT.replace('t.id = @id', 'TRUE'),
    'it decides derived parameters',
    { derive: DERIVED },
  ],
] as const)(
  'prepareEndpoint does not merge %s, and says why',
  (_, sql, reason, change: unknown = {}) => {
    const { open, pinned } = prepare(sql, change as Partial<EndpointSpec>);

    for (const { merging } of [open, pinned]) {
      expect(merging.statements).toEqual([]);
      expect(merging.refusals.get('id')).toContain(reason);
    }
  },
);

import { expect, test } from 'vitest';
import { prepareEndpoint } from '../../src/catalog/prepare.ts';
import type { Table } from '../../src/googlesql/table.ts';
import { camelCase } from '../../src/project/names.ts';
import { compiled } from '../support/compiled.ts';
import { logsAll } from '../support/endpoints.ts';
import { fullRow, type RowKey } from '../support/full-row.ts';
import { gateway } from '../support/gateway.ts';
import { graphqlValue, selectionOf } from '../support/graphql-value.ts';
import { edgeRow } from '../support/log-rows.ts';
import { PROJECT } from '../support/project.ts';
import { type Answer, ASKED, NOW, PAGE } from '../support/view-page.ts';

const TABLES = PROJECT.tables;
const { views } = prepareEndpoint(logsAll, TABLES);

const TABLE_OF: Readonly<Record<string, string>> = {
  edge: 'cloudflare.logs.prod',
  postgres: 'postgres.logs',
  functionEdge: 'deno-relay-logs',
  function: 'deno-subhosting-events',
  auth: 'gotrue.logs.prod',
  realtime: 'realtime.logs.prod',
  storage: 'storage.logs.prod.2',
  postgrest: 'postgREST.logs.prod',
  pgbouncer: 'pgbouncer.logs.prod',
  supavisor: 'supavisor.logs.prod',
  pgUpgrade: 'pg_upgrade.logs',
  etlReplication: 'etl.replication.logs',
  authAudit: 'gotrue.audit.logs',
  workflowRun: 'workflow.run.logs',
  multigres: 'multigres.logs',
};
const FIELDS = Object.keys(TABLE_OF);

function tableOf(field: string): Table {
  const table = TABLES.get(TABLE_OF[field] ?? '');
  if (!table) throw new Error(`There is no table for "${field}"`);
  return table;
}

/** The same rows in the table of every view. */
function inEveryTable(keys: readonly RowKey[]) {
  return Object.fromEntries(
    FIELDS.map((field) => {
      const table = tableOf(field);
      return [table.name, keys.map((key) => fullRow(table, key))];
    }),
  );
}

/** Two rows of one's own in every view, one of them with an address and the other without id, and one of another tenant. */
const ROWS = inEveryTable([
  {
    at: '2026-07-01T11:00:00.123456Z',
    id: 'one',
    project: 'demo',
    message: 'from 203.0.113.9',
  },
  { at: '2026-07-01T11:00:00.123455Z', id: null, project: 'demo' },
  { at: '2026-07-01T11:30:00Z', id: 'foreign', project: 'other' },
]);

test('logs.all has its views', () => {
  expect([...views.keys()]).toEqual([...FIELDS, 'pgCron']);
});

test('every view shows all columns of its table, typed down to the deepest field', async () => {
  const asked = await gateway({ rows: ROWS, now: NOW });
  const selections = FIELDS.map((field) => {
    const columns = tableOf(field).columns.map(({ name, type }) => selectionOf(name, type));
    return `${field} { rows { ${columns.join(' ')} metadataJson } ${PAGE} }`;
  });

  const { data, errors } = await asked.graphql<Answer>(
    `{ logsAllViews(${ASKED}) { ${selections.join(' ')} } }`,
  );

  expect(errors).toBeUndefined();
  for (const field of FIELDS) {
    const cte = logsAll.views?.[field]?.cte;
    const { body } = await asked.rest('logs.all', {
      project: 'demo',
      project_tier: 'PRO',
      sql: `SELECT * FROM ${cte} ORDER BY timestamp DESC`,
    });
    expect(body.result).toHaveLength(2);
    expect(data.logsAllViews?.[field]).toEqual({
      rows: body.result.map((row) => ({
        ...Object.fromEntries(
          tableOf(field).columns.map(({ name, type }) => [
            camelCase(name),
            graphqlValue(type, row[name]),
          ]),
        ),
        metadataJson: row['metadata'],
      })),
      rowCount: 2,
      truncated: false,
      endCursor: expect.any(String),
      hasNextPage: false,
      meta: { redacted: false },
    });
  }
});

test('a selection of several views runs each once, and reads only its own table', async () => {
  const { graphql, runs } = await gateway({ now: NOW });

  const { errors } = await graphql(
    `{ logsAllViews(${ASKED}) { edge { rowCount } again: edge { rows { id } } auth { rowCount } } }`,
  );

  expect(errors).toBeUndefined();
  expect(
    runs.map(({ statement }) => compiled(statement).tree.with?.ctes.map(({ name }) => name.name)),
  ).toEqual([['edge_logs'], ['auth_logs']]);
});

test('one view that fails leaves the others standing', async () => {
  const { graphql } = await gateway({ rows: ROWS, now: NOW });

  const { data, errors } = await graphql<Answer>(
    `{ logsAllViews(${ASKED}) { edge(after: "x") { rowCount } auth { rowCount } function(limit: 0) { rowCount } } }`,
  );

  expect(data).toEqual({ logsAllViews: { edge: null, auth: { rowCount: 2 }, function: null } });
  expect(errors?.map(({ extensions }) => extensions.code)).toEqual([
    'BAD_USER_INPUT',
    'BAD_USER_INPUT',
  ]);
});

test('arguments and keys are checked once for all views', async () => {
  const { graphql, keys } = await gateway({ now: NOW });
  const noLogs = keys.add({ endpoints: new Set(['usage.api-counts']) });
  const selection = '{ edge { rowCount } auth { rowCount } }';

  const bad = await graphql(`{ logsAllViews(project: "", projectTier: PRO) ${selection} }`);
  const foreign = await graphql(
    `{ logsAllViews(${ASKED}) ${selection} }`,
    {},
    { 'x-api-key': noLogs },
  );

  expect(bad).toMatchObject({
    data: { logsAllViews: null },
    errors: [{ path: ['logsAllViews'], extensions: { code: 'BAD_USER_INPUT' } }],
  });
  expect(foreign).toMatchObject({
    data: { logsAllViews: null },
    errors: [{ path: ['logsAllViews'], extensions: { code: 'FORBIDDEN' } }],
  });
});

test('a pinned key sees its own tenant in every view, and a key without sandbox sees views', async () => {
  const { graphql, keys, runs } = await gateway({ rows: ROWS, now: NOW });
  const key = keys.add({ pins: new Map([['project', 'demo']]), sandbox: false });
  const selection = FIELDS.map((field) => `${field} { rows { id metadataJson } }`).join(' ');

  const mine = await graphql<Answer>(
    `{ logsAllViews(${ASKED}) { ${selection} } }`,
    {},
    { 'x-api-key': key },
  );
  const other = await graphql<Answer>(
    `{ logsAllViews(project: "other", projectTier: PRO) { ${selection} } }`,
    {},
    { 'x-api-key': key },
  );

  expect(mine.errors).toBeUndefined();
  for (const field of FIELDS) {
    expect(mine.data.logsAllViews?.[field]?.rows).toMatchObject([{ id: 'one' }, { id: null }]);
  }
  expect(JSON.stringify(mine)).not.toContain('other ');
  expect(other).toMatchObject({
    data: { logsAllViews: null },
    errors: [{ extensions: { code: 'FORBIDDEN' } }],
  });
  expect(runs).toHaveLength(FIELDS.length);
  for (const { statement, parameters } of runs) {
    expect(compiled(statement).resolved.parameters).toContain('_tenant');
    expect(parameters.get('_tenant')?.value).toBe('demo');
  }
});

test('redaction reaches every view', async () => {
  const { graphql, keys } = await gateway({ rows: ROWS, now: NOW });
  const key = keys.add({ redact: true, sandbox: false });
  const selection = FIELDS.map((field) => `${field} { rows { eventMessage } ${PAGE} }`).join(' ');

  const { data, errors } = await graphql<Answer>(
    `{ logsAllViews(${ASKED}) { ${selection} } }`,
    {},
    { 'x-api-key': key },
  );

  expect(errors).toBeUndefined();
  for (const field of FIELDS) {
    expect(data.logsAllViews?.[field]).toMatchObject({
      rows: [{ eventMessage: 'from REDACTED' }, {}],
      meta: { redacted: true },
    });
  }
});

test('views keep to the window and the retention of the endpoint', async () => {
  const asked = await gateway({
    rows: {
      'cloudflare.logs.prod': [
        '2026-06-20T00:00:00Z',
        '2026-06-30T00:00:00Z',
        '2026-07-01T11:00:00Z',
      ].map((at) => edgeRow({ at })),
    },
    now: NOW,
  });
  const count = async (args: string) => {
    const { data } = await asked.graphql<Answer>(
      `{ logsAllViews(project: "demo", ${args}) { edge { rowCount } } }`,
    );
    return data.logsAllViews?.['edge']?.rowCount;
  };

  expect(await count('projectTier: FREE')).toBe(1);
  expect(await count('projectTier: PRO')).toBe(2);
  expect(await count('projectTier: PAYG')).toBe(3);
  expect(await count('projectTier: PAYG, isoTimestampStart: "2026-06-20T00:00:00Z"')).toBe(2);
  expect(await count('projectTier: PAYG, isoTimestampEnd: "2026-06-30T00:00:00Z"')).toBe(2);
});

import { expect, test } from 'vitest';
import { prepareEndpoints } from '../../../src/catalog/prepare.ts';
import {
  type BigQueryReport,
  checkOnBigQuery,
  printBigQuery,
  statementProblems,
} from '../../../src/cli/check/on-bigquery.ts';
import { BigQueryClient } from '../../../src/engines/bigquery/client/client.ts';
import { placeTables } from '../../../src/engines/bigquery/table-places.ts';
import type { TableFiles } from '../../../src/engines/duckdb/tables/table-files.ts';
import type { SchemaField } from '../../../src/googlesql/table.ts';
import { openBigQueryServer } from '../../support/bigquery/open-server.ts';
import { edit, status } from '../../support/bigquery/replies.ts';
import type { BigQueryServer } from '../../support/bigquery/server.ts';
import { fillRows } from '../../support/fill-store.ts';
import { filledStore } from '../../support/filled-store.ts';
import { edgeRow, invocationRow } from '../../support/log-rows.ts';
import { PROJECT as OWN } from '../../support/project.ts';

/** 2026-07-01T12:00:00Z in microseconds. */
const NOW = 1_782_907_200_000_000n;

const PROJECT = 'fieldstone-test';
const tables = OWN.tables;
const endpoints = prepareEndpoints(OWN);

interface Options {
  readonly location?: string;
}

/** What BigQuery says, with its problems and notes as lines. */
async function check(server: BigQueryServer, { location }: Options = {}) {
  const report = await checkOnBigQuery({
    client: BigQueryClient.anonymous({ project: PROJECT, endpoint: server.url }),
    tables: placeTables(OWN.tables, { project: PROJECT, dataset: 'logs', tables: {} }),
    location,
    endpoints,
    now: NOW,
  });
  const lines = linesOf(report);
  return { ...report, lines, isRight: !lines.some((line) => line.startsWith('Problem')) };
}

function linesOf({ statements, tables: checked }: BigQueryReport): readonly string[] {
  return [
    ...checked.flatMap(({ name, notes, problems }) => [
      ...problems.map((text) => `Problem: table "${name}" ${text}`),
      ...notes.map((text) => `Note: table "${name}" ${text}`),
    ]),
    ...statements.flatMap((one) =>
      statementProblems(one).map((text) => `Problem: endpoint "${one.endpoint}": ${text}`),
    ),
  ];
}

/** A server whose tables are made as `warehouse:create` makes them, but for what a test changes. */
async function openWith(
  changes: Readonly<
    Record<string, (fields: readonly SchemaField[]) => readonly SchemaField[] | undefined>
  >,
  store?: TableFiles,
): Promise<BigQueryServer> {
  const server = await openBigQueryServer({ dataset: null, ...(store && { store }) });
  server.catalog.addDataset({ datasetReference: { datasetId: 'logs' } });
  for (const [name, { fields }] of OWN.tables) {
    const tableId = name.replaceAll('.', '_');
    const changed = changes[name] ? changes[name](fields) : fields;
    if (!changed) continue;
    const isClustered = changed.some((field) => field.name === 'project');
    server.catalog.addTable('logs', {
      tableReference: { tableId },
      schema: { fields: changed },
      timePartitioning: { type: 'DAY', field: 'timestamp' },
      ...(isClustered && { clustering: { fields: ['project'] } }),
    });
  }
  return server;
}

test('check --bigquery finds every table and every stored query in order, and bills nothing', async () => {
  const server = await openWith({});

  const report = await check(server);
  const { lines, statements, tables: checked } = report;

  expect(lines.filter((line) => line.startsWith('Problem'))).toEqual([]);
  expect(checked).toHaveLength(tables.size);
  expect(printBigQuery(report).join('\n')).toMatch(
    /^usage\.api-counts +open +≤ .* cannot tell +ok$/m,
  );
  expect(new Set(statements.map(({ prunes }) => prunes))).toEqual(new Set(['cannot tell']));
  expect(server.counters.jobs).toBe(0);
});

/** A row of each table that the stored queries read, on so many days before the check. */
async function storeOfDays(daysAgo: readonly number[]): Promise<TableFiles> {
  const store = await filledStore({});
  for (const days of daysAgo) {
    const at = new Date(Number(NOW / 1_000n) - days * 86_400_000).toISOString();
    await fillRows(store, [
      ['cloudflare.logs.prod', [edgeRow({ at, project: 'demo' })]],
      ['deno-relay-logs', [invocationRow({ at, project: 'demo' })]],
    ]);
  }
  return store;
}

test('check --bigquery shows that a day reads less than a week', async () => {
  const { isRight, statements } = await check(await openWith({}, await storeOfDays([0.1, 3, 5])));

  const usage = statements.filter(({ endpoint }) => /^(usage|functions)\./.test(endpoint));
  expect(usage.map(({ prunes }) => prunes)).toEqual(usage.map(() => 'yes'));
  expect(isRight).toBe(true);
});

test('check --bigquery says what each endpoint reads without a barrier, open and pinned', async () => {
  const report = await check(await openWith({}, await storeOfDays([0.1, 0.2, 3])));

  // Of two rows of the demo project; both need its column or leaf, which `usage.api-counts` reads for a pinned key alone.
  expect(report.barriers.map(({ endpoint }) => endpoint)).toEqual([
    'functions.invocation-stats',
    'logs.all',
    'usage.api-counts',
  ]);
  for (const { open, pinned, plain = 0 } of report.barriers) {
    expect(plain).toBeGreaterThan(0);
    expect(open).toBe(plain);
    expect([0, 2 * (2 + 4)]).toContain((pinned ?? 0) - plain);
  }
  expect(printBigQuery(report).join('\n')).toMatch(/^logs\.all( +\d+ B){3}$/m);
});

test('check --bigquery names every difference of every table in one run', async () => {
  const server = await openWith({
    'postgres.logs': () => undefined,
    'gotrue.logs.prod': (fields) => fields.filter(({ name }) => name !== 'event_message'),
    'storage.logs.prod.2': (fields) =>
      fields.map((field) => (field.name === 'id' ? { ...field, type: 'INTEGER' } : field)),
    'realtime.logs.prod': (fields) =>
      fields.map((field) => (field.name === 'metadata' ? { ...field, mode: 'NULLABLE' } : field)),
    'pgbouncer.logs.prod': (fields) => [...fields, { name: 'more', type: 'STRING' }].toReversed(),
  });

  const { isRight, lines } = await check(server);

  expect(isRight).toBe(false);
  const findings = lines.filter((line) => /^(Problem|Note): table/.test(line));
  expect(findings).toEqual([
    'Note: table "gotrue.logs.prod" has no column "event_message": it reads as NULL',
    expect.stringMatching(/^Problem: table "postgres.logs" does not exist/),
    'Problem: table "realtime.logs.prod" column "metadata" is STRUCT in place of REPEATED STRUCT',
    'Problem: table "storage.logs.prod.2" column "id" is INT64 in place of STRING',
  ]);
});

test('check --bigquery names a location that is another', async () => {
  const { isRight, lines } = await check(await openWith({}), { location: 'europe-west3' });

  expect(isRight).toBe(false);
  expect(lines.join('\n')).toContain('is in location US, BIGQUERY_LOCATION says europe-west3');
});

test('check --bigquery says what to grant', async () => {
  const server = await openWith({});
  server.script([
    {
      match: 'POST /jobs',
      reply: status(
        403,
        'accessDenied',
        'Access Denied: User does not have bigquery.jobs.create permission',
      ),
    },
  ]);

  const { isRight, lines } = await check(server);

  expect(isRight).toBe(false);
  expect(lines.join('\n')).toContain(
    'grant bigquery.jobs.create (roles/bigquery.jobUser on the job project)',
  );
});

test.each([
  ['accessNotConfigured', 'BigQuery API has not been used in project 1 before or it is disabled.'],
  ['accessDenied', 'VPC Service Controls: Request is prohibited by organization policy. id: x'],
])('check --bigquery grants nothing where %s is no missing permission', async (reason, message) => {
  const server = await openWith({});
  server.script([{ match: 'POST /jobs', reply: status(403, reason, message) }]);

  const { lines } = await check(server);

  expect(lines.join('\n')).toContain(`cannot be read: ${message}`);
  expect(lines.join('\n')).not.toContain('grant');
});

test('check --bigquery tries again, and reports all it can where one answer fails for good', async () => {
  const cured = await openWith({});
  cured.script([
    {
      match: 'GET /datasets/{dataset}/tables/{table}',
      times: 1,
      reply: status(503, 'backendError'),
    },
    { match: 'POST /jobs', times: 1, reply: status(403, 'rateLimitExceeded') },
  ]);
  const lasting = await openWith({});
  lasting.script([
    {
      match: 'GET /datasets/{dataset}/tables/{table}',
      times: 3,
      reply: status(503, 'backendError'),
    },
  ]);

  expect((await check(cured)).isRight).toBe(true);
  const { isRight, lines } = await check(lasting);

  expect(isRight).toBe(false);
  expect(lines.filter((line) => line.startsWith('Problem: table'))).toEqual([
    expect.stringMatching(/^Problem: table "[^"]+" cannot be read: Scripted backendError$/),
  ]);
});

test('check --bigquery names a dataset that does not exist', async () => {
  const server = await openWith({});
  const message = `Not found: Dataset ${PROJECT}:logs`;
  server.script([
    {
      match: 'GET /datasets/{dataset}/tables/{table}',
      reply: status(404, 'notFound', message),
    },
  ]);

  const { lines } = await check(server);
  const absent = lines.filter((line) => line.includes('has no dataset: "logs" does not exist'));

  expect(absent).toHaveLength(OWN.tables.size);
});

test('check --bigquery refuses what is no SELECT', async () => {
  const server = await openWith({});
  const asScript = (body: object) =>
    JSON.parse(
      JSON.stringify(body).replace('"statementType":"SELECT"', '"statementType":"SCRIPT"'),
    );
  server.script([{ match: 'POST /jobs', reply: edit(asScript) }]);

  const { isRight, lines } = await check(server);

  expect(isRight).toBe(false);
  expect(lines.join('\n')).toContain('it is a SCRIPT statement, not a SELECT');
});

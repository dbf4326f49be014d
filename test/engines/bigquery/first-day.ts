import { Readable } from 'node:stream';
import { expect, onTestFinished } from 'vitest';
import { readTableSchemas, readTables } from '../../../src/endpoint/tables.ts';
import type { BigQueryEngineOptions } from '../../../src/engines/bigquery/bigquery-engine.ts';
import { BigQueryEngine } from '../../../src/engines/bigquery/bigquery-engine.ts';
import { placeTables } from '../../../src/engines/bigquery/table-places.ts';
import { ParquetStore } from '../../../src/engines/duckdb/store/parquet-store.ts';
import type { EngineQuery } from '../../../src/engines/engine.ts';
import type { SchemaField } from '../../../src/googlesql/table.ts';
import { openBigQueryServer } from '../../support/bigquery/open-server.ts';
import { delay, failsLater, incomplete, status } from '../../support/bigquery/replies.ts';
import type { BigQueryServer, BigQueryServerOptions } from '../../support/bigquery/server.ts';
import { fillStore } from '../../support/fill-store.ts';
import { edgeRow } from '../../support/log-rows.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { compileQuery } from '../compile-query.ts';
import { openClient } from './open-engine.ts';

const NEVER = new AbortController().signal;
const TABLE = 'cloudflare_logs_prod';
export const SUBMIT = 'POST /queries';
export const RESULTS = 'GET /queries/{jobId}';

/** A server with two rows, and an engine on it. */
export interface Rig {
  readonly server: BigQueryServer;
  readonly engine: BigQueryEngine;
  readonly findings: string[];
  /** The answer to a stored query, or the code of the error. */
  ask(sql?: string, options?: Partial<EngineQuery>): Promise<string>;
  /** `ready`, or which check fails. */
  ready(): Promise<string>;
}

const ROWS =
  "SELECT t.id FROM `cloudflare.logs.prod` AS t WHERE t.timestamp >= TIMESTAMP '2026-01-01' ORDER BY t.id";

export async function openRig(
  serverOptions: Partial<BigQueryServerOptions> = {},
  options: Partial<BigQueryEngineOptions> & {
    readonly places?: Record<string, string>;
    readonly optional?: ReadonlySet<string>;
  } = {},
): Promise<Rig> {
  const store = new ParquetStore(temporaryFolder());
  const rows = ['a', 'b'].map((id) => edgeRow({ at: '2026-07-01T11:00:00Z', id }));
  const lines = rows.map((row) => Buffer.from(`${JSON.stringify(row)}\n`));
  await fillStore(store, readTables(), 'cloudflare.logs.prod', Readable.from(lines));
  const server = await openBigQueryServer({
    store,
    requirePartitionFilter: true,
    ...serverOptions,
  });
  const { places = {}, optional = new Set<string>(), ...engineOptions } = options;
  const { project, jobProject } = server.catalog;
  const findings: string[] = [];
  const engine = new BigQueryEngine({
    client: openClient(server.url, jobProject),
    tables: placeTables(readTableSchemas(), { project, dataset: 'logs', tables: places }, optional),
    resilience: { random: () => 0 },
    onFindings: (found) => findings.push(...found),
    ...engineOptions,
  });
  onTestFinished(() => engine.close());
  return {
    server,
    engine,
    findings,
    ask: (sql = ROWS, more = {}) =>
      engine
        .run(compileQuery(sql, {}, { tables: readTables(), isCallersSql: false, ...more }), {
          signal: NEVER,
        })
        .then(
          (answer) => answer.rows.map((row) => row.join()).join(' '),
          (error) => error.code,
        ),
    ready: () =>
      engine.check().then(({ isAnswering }) => (isAnswering ? 'ready' : 'outage'), String),
  };
}

export interface Situation {
  readonly name: string;
  readonly expected: string;
  /** What is seen. */
  readonly try: () => Promise<{ readonly seen: string; readonly server: BigQueryServer }>;
}

/** Asks once of a rig, after something was done to it. */
function asked(
  name: string,
  expected: string,
  prepare: (rig: Rig) => unknown,
  ...options: Parameters<typeof openRig>
): Situation {
  return {
    name,
    expected,
    try: async () => {
      const rig = await openRig(...options);
      await prepare(rig);
      return { seen: await rig.ask(), server: rig.server };
    },
  };
}

const on =
  (match: string, reply: Parameters<BigQueryServer['script']>[0][0]['reply'], times = 1) =>
  ({ server }: Rig) =>
    server.script([{ match, reply, times }]);

const change =
  (to: (fields: readonly SchemaField[]) => readonly SchemaField[]) =>
  ({ server }: Rig) =>
    server.catalog.changeFields('logs', TABLE, to);

const REQUESTS: readonly Situation[] = [
  asked('data project that runs no jobs', 'a b', () => {}, { jobProject: 'billing-1' }),
  asked(
    'a table under its full name',
    'a b',
    () => {},
    {},
    {
      places: { 'cloudflare.logs.prod': `fieldstone-test.logs.${TABLE}` },
    },
  ),
  asked('a location that is not US or EU', 'a b', on(SUBMIT, incomplete(1)), {
    location: 'europe-west3',
  }),
  asked('silence before the first byte', 'a b', on(SUBMIT, delay(3_000))),
  asked('a job that was not complete', 'a b', on(SUBMIT, incomplete(2))),
  asked('503 with Retry-After', 'a b', ({ server }) =>
    server.script([
      {
        match: SUBMIT,
        times: 1,
        reply: async () => ({ status: 503, body: {}, headers: { 'retry-after': '1' } }),
      },
    ]),
  ),
  ...['503 backendError', '500 internalError', '400 jobBackendError'].map((text) => {
    const [code = '', reason = ''] = text.split(' ');
    return asked(
      `an accepted job fails: ${text}`,
      'a b',
      on(SUBMIT, failsLater(Number(code), reason)),
    );
  }),
  asked('rateLimitExceeded for rows', 'a b', ({ server }) =>
    server.script([
      { match: SUBMIT, reply: incomplete(1) },
      { match: RESULTS, times: 1, reply: status(403, 'rateLimitExceeded') },
    ]),
  ),
  ...['quotaExceeded', 'billingNotEnabled', 'blocked'].map((reason) =>
    asked(reason, 'ENGINE_UNAVAILABLE', on(SUBMIT, status(403, reason))),
  ),
  asked('accessDenied', 'ENGINE_FAILED', on(SUBMIT, status(403, 'accessDenied'))),
];

const SCHEMAS: readonly Situation[] = [
  asked(
    'a column added',
    'a b',
    change((fields) => [{ name: 'new', type: 'STRING' }, ...fields]),
  ),
  asked(
    'another order',
    'a b',
    change((fields) => fields.toReversed()),
  ),
  asked(
    'REQUIRED became NULLABLE',
    'a b',
    change((fields) =>
      fields.map((field) => (field.mode === 'REQUIRED' ? { ...field, mode: 'NULLABLE' } : field)),
    ),
  ),
  {
    name: 'a column dropped',
    expected: 'ENGINE_FAILED, then NULL',
    try: async () => {
      const rig = await openRig({ requirePartitionFilter: false });
      change((fields) => fields.filter(({ name }) => name !== 'identifier'))(rig);
      const sql = ROWS.replace('SELECT t.id', 'SELECT t.id, t.identifier IS NULL AS n');
      const first = await rig.ask(sql);
      await expect.poll(() => rig.findings.length).toBeGreaterThan(0);
      const second = await rig.ask(sql);
      expect(rig.findings.join()).toContain('has no column "identifier": it reads as NULL');
      return {
        seen: `${first}, then ${second === 'a,true b,true' ? 'NULL' : second}`,
        server: rig.server,
      };
    },
  },
  {
    name: 'a view of a table elsewhere',
    expected: 'a b',
    try: async () => {
      const rig = await openRig();
      rig.server.catalog.makeView('logs', TABLE, {
        projectId: 'base-1',
        datasetId: 'raw',
        tableId: 'edge',
      });
      return { seen: await rig.ask(ROWS, { isCallersSql: true }), server: rig.server };
    },
  },
];

/** Four states of one process: wrong, named, right, and wrong again. */
const START: readonly Situation[] = [
  {
    name: 'a table is missing, and comes',
    expected: 'tables, then ready',
    try: async () => {
      const rig = await openRig({ requirePartitionFilter: false });
      const { tableReference, schema, timePartitioning } = rig.server.catalog.table('logs', TABLE);
      rig.server.catalog.dropTable('logs', TABLE);
      const before = await rig.ready();
      expect(rig.findings.join()).toContain('table "cloudflare.logs.prod" does not exist');
      expect(before).not.toMatch(/cloudflare|logs\./);
      const resource = { tableReference, schema, timePartitioning };
      rig.server.catalog.addTable('logs', resource as never);
      await expect.poll(() => rig.ready(), { timeout: 5_000 }).toBe('ready');
      const check = /check of (\w+)/.exec(before)?.[1];
      return { seen: `${check}, then ready`, server: rig.server };
    },
  },
  {
    name: 'a column of another type',
    expected: 'tables',
    try: async () => {
      const rig = await openRig();
      change((fields) =>
        fields.map((field) => (field.name === 'id' ? { ...field, type: 'INTEGER' } : field)),
      )(rig);
      const said = await rig.ready();
      expect(rig.findings).toEqual([
        'table "cloudflare.logs.prod" column "id" is INT64 in place of STRING',
      ]);
      return { seen: /check of (\w+)/.exec(said)?.[1] ?? said, server: rig.server };
    },
  },
  {
    name: 'an optional table is missing',
    expected: 'ready, no rows',
    try: async () => {
      const rig = await openRig({}, { optional: new Set(['cloudflare.logs.prod']) });
      rig.server.catalog.dropTable('logs', TABLE);
      const said = await rig.ready();
      return { seen: `${said}, ${(await rig.ask()) || 'no rows'}`, server: rig.server };
    },
  },
  {
    name: 'the role to run jobs is missing, and given',
    expected: 'ENGINE_FAILED, then ready',
    try: async () => {
      const rig = await openRig();
      rig.server.script([{ match: 'POST /jobs', times: 1, reply: status(403, 'accessDenied') }]);
      const before = await rig.ready();
      const code = /The query failed/.test(before) ? 'ENGINE_FAILED' : before;
      return { seen: `${code}, then ${await rig.ready()}`, server: rig.server };
    },
  },
  {
    name: 'an outage of the service, once ready',
    expected: 'ready, then outage, then ready',
    try: async () => {
      const rig = await openRig();
      const first = await rig.ready();
      rig.server.script([{ match: 'POST /jobs', reply: status(503, 'backendError') }]);
      const second = await rig.ready();
      rig.server.script([]);
      return { seen: `${first}, then ${second}, then ${await rig.ready()}`, server: rig.server };
    },
  },
  {
    name: 'a dataset elsewhere than asked',
    expected: 'tables',
    try: async () => {
      const rig = await openRig({ location: 'europe-west3' }, { location: 'US' });
      const said = await rig.ready();
      expect(rig.findings[0]).toContain('is in location europe-west3, BIGQUERY_LOCATION says US');
      return { seen: /check of (\w+)/.exec(said)?.[1] ?? said, server: rig.server };
    },
  },
];

/** Every situation of a first day. */
export const SITUATIONS = [...REQUESTS, ...SCHEMAS, ...START];

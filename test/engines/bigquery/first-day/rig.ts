import { expect, onTestFinished } from 'vitest';
import type { BigQueryEngineOptions } from '../../../../src/engines/bigquery/bigquery-engine.ts';
import { BigQueryEngine } from '../../../../src/engines/bigquery/bigquery-engine.ts';
import type { BigQueryClient } from '../../../../src/engines/bigquery/client/client.ts';
import { type LogTables, placeTables } from '../../../../src/engines/bigquery/table-places.ts';
import type { EngineQuery, EngineResult } from '../../../../src/engines/engine.ts';
import { messageOf } from '../../../../src/errors.ts';
import type { SchemaField } from '../../../../src/googlesql/table.ts';
import { openBigQueryServer } from '../../../support/bigquery/open-server.ts';
import type { BigQueryServer, BigQueryServerOptions } from '../../../support/bigquery/server.ts';
import { filledStore } from '../../../support/filled-store.ts';
import { edgeRow } from '../../../support/log-rows.ts';
import { PROJECT } from '../../../support/project.ts';
import { compileQuery } from '../../compile-query.ts';
import { openClient } from '../open-engine.ts';

const NEVER = new AbortController().signal;
export const TABLE = 'cloudflare_logs_prod';
export const SUBMIT = 'POST /queries';
export const RESULTS = 'GET /queries/{jobId}';
/** What no caller may read. */
const SECRETS = /fieldstone-test|cloudflare_logs|billing-1/;

/** A server with two rows, and an engine on it. */
export interface Rig {
  readonly server: BigQueryServer;
  readonly engine: BigQueryEngine;
  readonly client: BigQueryClient;
  readonly tables: LogTables;
  readonly findings: string[];
  /** Why the tables could not be checked. */
  readonly unchecked: string[];
  /** The answer to a stored query, or the code of the error. */
  ask(sql?: string, options?: Partial<EngineQuery>): Promise<string>;
  /** The answer to a stored query. */
  stored(sql: string): Promise<EngineResult>;
  /** The bytes that the question is billed for. */
  billed(sql?: string): Promise<string>;
  /** The code of an error, and what the log has of it. */
  refusal(sql: string, options: Partial<EngineQuery>): Promise<readonly [string, string]>;
  /** Has the engine look at its tables. */
  look(): Promise<void>;
  /** `ready`, or which check fails. */
  ready(): Promise<string>;
}

export const ROWS =
  "SELECT t.id FROM `cloudflare.logs.prod` AS t WHERE t.timestamp >= TIMESTAMP '2026-01-01' ORDER BY t.id";

export async function openRig(
  serverOptions: Partial<BigQueryServerOptions> = {},
  options: Partial<BigQueryEngineOptions> & {
    readonly places?: Record<string, string>;
    readonly optional?: ReadonlySet<string>;
    /** @default two */
    readonly rows?: readonly object[];
  } = {},
  connect?: (endpoint: string) => Promise<BigQueryClient>,
): Promise<Rig> {
  const two = ['a', 'b'].map((id) => edgeRow({ at: '2026-07-01T11:00:00Z', id }));
  const { places = {}, optional = new Set<string>(), rows = two, ...engineOptions } = options;
  const store = await filledStore({ 'cloudflare.logs.prod': rows });
  const server = await openBigQueryServer({
    store,
    requirePartitionFilter: true,
    ...serverOptions,
  });
  const { project, jobProject } = server.catalog;
  const findings: string[] = [];
  const unchecked: string[] = [];
  const client = (await connect?.(server.url)) ?? openClient(server.url, jobProject);
  const declared = [...PROJECT.tables].map(
    ([name, table]) => [name, { ...table, isOptional: optional.has(name) }] as const,
  );
  const tables = placeTables(new Map(declared), { project, dataset: 'logs', tables: places });
  const engine = new BigQueryEngine({
    client,
    tables,
    resilience: { random: () => 0 },
    onFindings: (found) => findings.push(...found),
    onUnchecked: (error) => unchecked.push(messageOf(error)),
    ...engineOptions,
  });
  onTestFinished(() => engine.close());
  const stored = (sql: string, more: Partial<EngineQuery> = {}) =>
    engine.run(compileQuery(sql, {}, { tables: PROJECT.tables, isCallersSql: false, ...more }), {
      signal: NEVER,
    });
  return {
    server,
    engine,
    client,
    tables,
    findings,
    unchecked,
    stored,
    billed: async (sql = ROWS) => String((await stored(sql)).bytesBilled),
    refusal: (sql, more) =>
      stored(sql, more).then(
        () => ['answered', ''],
        (error) => [error.code, String(error.cause)],
      ),
    look: async () => {
      engine.watch();
      await expect
        .poll(() =>
          engine.check().then(
            () => true,
            () => false,
          ),
        )
        .toBe(true);
    },
    ask: (sql = ROWS, more = {}) =>
      stored(sql, more).then(
        (answer) => answer.rows.map((row) => row.join()).join(' '),
        (error) => {
          expect(error.message).not.toMatch(SECRETS);
          return error.code;
        },
      ),
    ready: () =>
      engine.check().then(({ isAnswering }) => (isAnswering ? 'ready' : 'outage'), String),
  };
}

/** One line of the table. */
export interface Situation {
  readonly name: string;
  readonly expected: string;
  /** Whether it takes more than a second, so that only `npm run test:e2e` and `test:warehouse` try it. @default false */
  readonly isLong?: boolean;
  /** @default any number */
  readonly jobs?: number;
  /** What is billed at most, in units of BigQuery's minimum. @default 1 */
  readonly billed?: number;
  /** What is seen. */
  readonly try: () => Promise<{ readonly seen: string; readonly server: BigQueryServer }>;
}

/** Asks once of a rig, after something was done to it. */
export function asked(
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

export const on =
  (match: string, reply: Parameters<BigQueryServer['script']>[0][0]['reply'], times = 1) =>
  ({ server }: Rig) =>
    server.script([{ match, reply, times }]);

export const change =
  (to: (fields: readonly SchemaField[]) => readonly SchemaField[]) =>
  ({ server }: Rig) =>
    server.catalog.changeFields('logs', TABLE, to);

/** What the server says to a body that some client sends to `jobs.query`. */
export function sent(name: string, expected: string, body: object): Situation {
  return {
    name,
    expected,
    try: async () => {
      const { server } = await openRig();
      const { jobProject } = server.catalog;
      const response = await fetch(`${server.url}/bigquery/v2/projects/${jobProject}/queries`, {
        method: 'POST',
        body: JSON.stringify({
          query: 'SELECT 1 AS n',
          useLegacySql: false,
          // After ten seconds it would answer without rows, which a busy machine may take.
          timeoutMs: 50_000,
          ...body,
        }),
      });
      const { rows, error } = (await response.json()) as {
        readonly rows?: readonly { readonly f: readonly { readonly v: unknown }[] }[];
        readonly error?: { readonly message: string };
      };
      const cell = rows?.[0]?.f[0]?.v;
      return { seen: error ? String(response.status) : String(cell), server };
    },
  };
}

/** What the first request of a question has, as `read` finds it. */
export function requested(
  name: string,
  expected: string,
  read: (body: Readonly<Record<string, unknown>>, rig: Rig) => unknown,
  ...options: Parameters<typeof openRig>
): Situation {
  return {
    name,
    expected,
    try: async () => {
      const rig = await openRig(...options);
      await rig.ask();
      const [first] = rig.server.counters.log;
      return { seen: String(read(Object(first?.body), rig)), server: rig.server };
    },
  };
}

/**
 * `node test/bench/newest-first.ts`: what the newest rows of a project cost on BigQuery, against one statement over the
 * window, at 25 times of a day, and how long they take. A server for tests bills for a table with 2 GB a day.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareEndpoint } from '../../src/catalog/prepare.ts';
import declaration from '../../src/endpoints/logs.all/endpoint.ts';
import { BigQueryEngine } from '../../src/engines/bigquery/bigquery-engine.ts';
import { BigQueryClient } from '../../src/engines/bigquery/client/client.ts';
import { placeTables } from '../../src/engines/bigquery/table-places.ts';
import { EngineProcesses } from '../../src/engines/duckdb/process/engine-processes.ts';
import type { EngineQuery } from '../../src/engines/engine.ts';
import { createPipeline } from '../../src/execution/pipeline.ts';
import type { RunRequest } from '../../src/execution/request.ts';
import { delay } from '../support/bigquery/replies.ts';
import { BigQueryServer } from '../support/bigquery/server.ts';
import { completed, logsAll } from '../support/endpoints.ts';
import { PROJECT } from '../support/project.ts';
import { testCaller } from '../support/test-caller.ts';
import { EDGE } from './demo-days.ts';
import { benchTables, DAY, Days } from './newest-first/days.ts';

const PLACE = { project: 'fieldstone-test', dataset: 'logs', tables: {} };
const MIDNIGHT = Date.UTC(2026, 6, 10) * 1_000;
const HOUR = DAY / 24;
/** 25 times of a day, the first of them two seconds after midnight. */
const TIMES = [
  2_000_000,
  ...Array.from({ length: 23 }, (_, i) => (i + 1.3) * HOUR),
  DAY - 30_000_000,
];
/** What the stored bytes count, so that a day has 2 GB. */
const BYTES_SCALE = 900;
const JOB_MS = 800;
const RUNS = 3;
const NEVER = new AbortController().signal;

const days = await Days.write(mkdtempSync(join(tmpdir(), 'fieldstone-newest-')), MIDNIGHT);
const { folders } = days.files;
const processes = new EngineProcesses({ dataDir: days.files.dataDir, folders });
const allTables = benchTables(PROJECT.tables);
const tables = new Map([...allTables].filter(([name]) => name === EDGE));
const server = await BigQueryServer.open({
  store: days.files,
  bytesScale: BYTES_SCALE,
  tables,
  processes,
  requirePartitionFilter: true,
});
const clock = { now: MIDNIGHT };
const endpoint = prepareEndpoint(
  completed('logs.all', logsAll.sql, declaration, allTables),
  allTables,
);

const engineOptions = {
  client: BigQueryClient.anonymous({ project: PLACE.project, endpoint: server.url }),
  tables: placeTables(tables, PLACE),
  maxBytesBilled: 1e15,
  now: () => Math.floor(clock.now / 1_000),
};

/** An engine that has run nothing yet. */
async function openEngine(): Promise<BigQueryEngine> {
  const engine = new BigQueryEngine(engineOptions);
  await engine.check();
  return engine;
}

type Asked = Pick<RunRequest, 'sql' | 'view'>;

/** The query of a request for `logs.all`, as the pipeline hands it to an engine. */
async function queryOf(project: string, tier: string, asked: Asked): Promise<EngineQuery> {
  const caller = testCaller({ pins: new Map([['project', project]]) });
  const { runner } = createPipeline({
    engine: idle,
    dataSource: 'bench',
    clock: () => BigInt(clock.now),
    cacheBytes: 1e6,
    warmDailyBytes: 0,
    log: { refreshFailed: () => {}, overBudget: () => {} },
  });
  const request: RunRequest = {
    endpoint,
    caller,
    arguments: { project, project_tier: tier },
    redact: false,
    via: 'rest',
    ...asked,
  };
  const plan = await runner.plan(request, { signal: NEVER });
  return plan.queryAt({ now: BigInt(clock.now) });
}

const idle = await openEngine();

/**
 * What one statement over the window is billed for. The server measures its tables when it is first asked, for which a
 * client may not wait long enough.
 */
async function plainBytes(engine: BigQueryEngine, query: EngineQuery, tries = 9): Promise<number> {
  try {
    return await engine.estimate(query);
  } catch (error) {
    if (tries === 0) throw error;
    return plainBytes(engine, query, tries - 1);
  }
}

/** What a run is billed for, by the server. */
async function billed(engine: BigQueryEngine, query: EngineQuery): Promise<number> {
  const before = server.counters.bytesBilled;
  await engine.run(query, { signal: NEVER });
  return server.counters.bytesBilled - before;
}

interface Case {
  readonly name: string;
  readonly project: string;
  readonly tier: string;
  readonly asked: Asked;
  /** Whether the same question has been asked a moment before. */
  readonly isKnown?: boolean;
  /** The most that the mean, and that the worst, may be. */
  readonly most: readonly [mean: number, worst: number];
}

const STORED: Asked = { sql: undefined };
const PAGE: Asked = { sql: undefined, view: { name: 'edge', limit: 100, after: null } };
const SQL: Asked = {
  sql: 'SELECT id, timestamp, event_message, metadata FROM edge_logs ORDER BY timestamp DESC LIMIT 100',
};
const UNNEST: Asked = {
  sql: `SELECT CAST(timestamp AS DATETIME) AS timestamp, event_message, r.method, r.path FROM edge_logs
    CROSS JOIN UNNEST(metadata) AS m CROSS JOIN UNNEST(m.request) AS r ORDER BY timestamp DESC LIMIT 100`,
};
const BUSY: Pick<Case, 'project' | 'tier' | 'most'> = {
  project: 'busy',
  tier: 'ENTERPRISE',
  most: [0.01, 0.03],
};

const CASES: readonly Case[] = [
  { ...BUSY, name: 'logs.all, 20 rows a second', asked: STORED },
  { ...BUSY, name: 'page of a view', asked: PAGE },
  { ...BUSY, name: "a caller's SELECT", asked: SQL },
  { ...BUSY, name: 'the same with UNNEST', asked: UNNEST },
  { ...BUSY, name: 'PRO, 20 rows a second', asked: STORED, tier: 'PRO', most: [0.08, 0.16] },
  { ...BUSY, name: 'PRO, page of a view', asked: PAGE, tier: 'PRO', most: [0.08, 0.16] },
  { ...BUSY, name: "PRO, a caller's SELECT", asked: SQL, tier: 'PRO', most: [0.08, 0.16] },
  { ...BUSY, name: 'PRO, the same with UNNEST', asked: UNNEST, tier: 'PRO', most: [0.08, 0.16] },
  { ...BUSY, name: '1 row an hour, first', asked: STORED, project: 'hourly', most: [0.1, 0.1] },
  {
    ...BUSY,
    name: '1 row an hour, known',
    asked: STORED,
    project: 'hourly',
    isKnown: true,
    most: [0.07, 0.07],
  },
  { ...BUSY, name: '1 row a day', asked: STORED, project: 'daily', most: [1.03, 1.03] },
];

const ratios = new Map<Case, number[]>(CASES.map((one) => [one, []]));
for (const time of TIMES) {
  clock.now = await days.setTime(time);
  for (const one of CASES) {
    const engine = await openEngine();
    const query = await queryOf(one.project, one.tier, one.asked);
    const plain = await plainBytes(engine, query);
    if (one.isKnown) await engine.run(query, { signal: NEVER });
    ratios.get(one)?.push((await billed(engine, query)) / plain);
    await engine.close();
  }
}
for (const [{ most, name }, of] of ratios) {
  const mean = of.reduce((sum, ratio) => sum + ratio, 0) / of.length;
  const worst = Math.max(...of);
  const isWithin = mean <= most[0] && worst <= most[1];
  report(
    name,
    `${mean.toFixed(4)} mean, ${worst.toFixed(4)} worst`,
    `${most[0]}, ${most[1]}`,
    isWithin,
  );
}

/** The least time of a few runs, each of another engine, where each job takes a while: the machine may be busy. */
async function latency(open: () => Promise<BigQueryEngine>, query: EngineQuery): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < RUNS; i += 1) {
    const engine = await open();
    server.script([{ match: 'POST /queries', reply: delay(JOB_MS) }]);
    const begin = performance.now();
    await engine.run(query, { signal: NEVER });
    least = Math.min(least, performance.now() - begin);
    server.script([]);
    await engine.close();
  }
  return least;
}

/** An engine that has not looked at its tables, and so runs everything as one job. */
const openPlain = async () => new BigQueryEngine(engineOptions);

clock.now = await days.setTime(12.3 * HOUR);
for (const [name, project, isKnown, most] of [
  ['latency, one step', 'busy', false, 1.1],
  ['latency, first time quiet', 'hourly', false, 3.3],
  ['latency, known', 'hourly', true, 1.1],
] as const) {
  const query = await queryOf(project, 'ENTERPRISE', STORED);
  await plainBytes(idle, query);
  const open = async () => {
    const engine = await openEngine();
    if (isKnown) await engine.run(query, { signal: NEVER });
    return engine;
  };
  const ratio = (await latency(open, query)) / (await latency(openPlain, query));
  report(name, `${ratio.toFixed(2)} of one statement`, String(most), ratio <= most);
}

function report(name: string, figures: string, most: string, isWithin: boolean): void {
  process.stdout.write(
    `${name.padEnd(28)} ${figures} (at most ${most})${isWithin ? '' : '  TOO MUCH'}\n`,
  );
  if (!isWithin) process.exitCode = 1;
}

await idle.close();
await server.close();
await processes.close();
days.close();

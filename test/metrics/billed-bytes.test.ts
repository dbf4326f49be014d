import { expect, test } from 'vitest';
import { billedJobs } from '../../src/engines/bigquery/billing/billed-jobs.ts';
import { BigQueryClient } from '../../src/engines/bigquery/client/client.ts';
import { openEngine } from '../engines/bigquery/open-engine.ts';
import type { Charge } from '../support/bigquery/counters.ts';
import { openBigQueryServer } from '../support/bigquery/open-server.ts';
import { delay, edit, neverComplete, status } from '../support/bigquery/replies.ts';
import type { BigQueryServer } from '../support/bigquery/server.ts';
import { gateway } from '../support/gateway.ts';
import { listen } from '../support/http-server.ts';
import { edgeRow, invocationRow } from '../support/log-rows.ts';
import { samplesOf } from '../support/samples-of.ts';

const NOW = '2026-07-01T12:00:30Z';
const AT = '2026-07-01T12:00:10Z';
const SUBMIT = 'POST /queries';
const RESULTS = 'GET /queries/{jobId}';
/** Runs that can be merged wait for so many. */
const MEMBERS = 5;
const MIB = 2 ** 20;

const ROWS = {
  'cloudflare.logs.prod': ['a', 'b', 'c'].map((id) => edgeRow({ at: AT, id })),
  'deno-relay-logs': [1, 2, 3].map((ms) => invocationRow({ at: AT, functionId: 'f1', ms })),
};

/** A gateway on a BigQuery whose small tables are dear, and what that has recorded. */
async function billedGateway() {
  const servers: BigQueryServer[] = [];
  const parts = await gateway({
    rows: ROWS,
    now: NOW,
    metrics: { isByKey: true },
    jobLabels: new Set(['team', 'dashboard']),
    batching: { windowMs: 60_000, maxMembers: MEMBERS },
    openEngine: async (store) => {
      const server = await openBigQueryServer({ store, bytesScale: 1e7 });
      servers.push(server);
      return openEngine(server.url, { serverWaitMs: 50, resilience: { random: () => 0 } });
    },
  });
  const [server] = servers;
  if (!server) throw new Error('The gateway opened no engine');
  const other = { 'x-api-key': parts.keys.add({ keyId: 'key-other' }) };
  const metricsKey = parts.keys.add({ metrics: true });
  const metrics = async () =>
    (await parts.app.inject({ url: '/metrics', headers: { 'x-api-key': metricsKey } })).body;
  const client = BigQueryClient.anonymous({
    project: server.catalog.jobProject,
    endpoint: server.url,
  });
  const request = { location: 'US', since: 0, isAll: false, maxBytes: 1e9 };
  const booked = () => {
    // What was charged before the question, which is charged itself.
    const before = server.counters.charges.length;
    return billedJobs(client, request, new AbortController().signal).finally(() => {
      for (const { bytes } of server.counters.charges.splice(before)) {
        server.counters.bytesBilled -= bytes;
      }
    });
  };
  return { ...parts, server, metrics, booked, other };
}

type BilledGateway = Awaited<ReturnType<typeof billedGateway>>;

const COUNTS = { project: 'demo', interval: 'daily' };
const LOGS = { project: 'demo', project_tier: 'PRO' };
const STATS = 'functions.invocation-stats';
const stats = (function_id: string) => ({ project: 'demo', interval: '5min', function_id });
const statsField = (id: string) =>
  `functionsInvocationStats(project: "demo", interval: FIVE_MINUTES, functionId: "${id}") { rowCount }`;

/** The bytes of the only job with these labels. */
function chargeOf(charges: readonly Charge[], labels: Readonly<Record<string, string>>): number {
  const found = charges.filter((charge) =>
    Object.entries(labels).every(([name, value]) => charge.labels[name] === value),
  );
  expect(found).toHaveLength(1);
  return found[0]?.bytes ?? 0;
}

/** Sums by a name. */
function sumBy<Item>(
  items: readonly Item[],
  name: (item: Item) => string,
  of: (item: Item) => number,
) {
  const sums: Record<string, number> = {};
  for (const item of items) sums[name(item)] = (sums[name(item)] ?? 0) + of(item);
  return Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0));
}

/** What the metrics count, and what BigQuery's own record has of the jobs, is what was charged. */
async function expectSameBill({ booked, metrics, server }: BilledGateway): Promise<void> {
  const { bytesBilled, charges } = server.counters;
  const counted = samplesOf(await metrics(), 'fieldstone_engine_billed_bytes_total');
  expect(Object.values(counted).reduce((sum, bytes) => sum + bytes, 0)).toBe(bytesBilled);
  const nameOf = ({ labels }: Charge) => `${labels['endpoint']} ${labels['key']}`;
  const { sums } = await booked();
  const billed = sumBy(
    sums,
    ({ endpoint, key }) => `${endpoint} ${key}`,
    ({ bytesBilled: bytes }) => bytes,
  );
  expect(billed).toEqual(sumBy(charges, nameOf, ({ bytes }) => bytes));
}

/** Misses, hits, collapsed and merged requests of two keys, by both interfaces. */
async function askAll({ graphql, other, rest, server }: BilledGateway): Promise<void> {
  // Long enough for others to join a run.
  server.script([{ match: SUBMIT, reply: delay(100) }]);
  await rest('usage.api-counts', COUNTS);
  for (let i = 0; i < 3; i += 1) await rest('usage.api-counts', COUNTS);
  await graphql('{ usageApiCounts(project: "demo", interval: DAILY) { rowCount } }', {}, other);
  await Promise.all([
    rest('logs.all', LOGS),
    rest('logs.all', LOGS),
    rest('logs.all', LOGS, other),
    rest('logs.all', LOGS, other),
  ]);
  await Promise.all([
    ...['f1', 'f2', 'f3'].map((id) => rest(STATS, stats(id))),
    ...['f4', 'f5'].map((id) => graphql(`{ ${statsField(id)} }`, {}, other)),
  ]);
  await rest(STATS, stats('f5'));
}

test('metrics count what BigQuery charged, and as saved what it would have charged, by key', async () => {
  const parts = await billedGateway();
  const { metrics, server } = parts;

  await askAll(parts);

  const { charges } = server.counters;
  expect(charges).toHaveLength(3);
  const counts = chargeOf(charges, { endpoint: 'usage_api-counts' });
  const logs = chargeOf(charges, { endpoint: 'logs_all' });
  const merged = chargeOf(charges, { key: 'merged' });
  // Not BigQuery's minimum, so that nothing is equal by chance.
  expect(new Set([counts, logs, merged]).size).toBe(3);
  expect(Math.min(counts, logs, merged)).toBeGreaterThan(10 * MIB);

  await expectSameBill(parts);
  const samples = samplesOf(await metrics(), 'fieldstone_saved_bytes_total');
  const saved = (endpoint: string, keyId: string) =>
    ['cache', 'batching', 'single_flight'].map(
      (reason) => samples[`endpoint="${endpoint}",reason="${reason}",key="${keyId}"`] ?? 0,
    );
  const share = merged / MEMBERS;
  expect(Math.abs(share - Math.round(share))).toBeLessThan(1);
  expect(saved('usage.api-counts', 'key-1')).toEqual([3 * counts, 0, 0]);
  expect(saved('usage.api-counts', 'key-other')).toEqual([counts, 0, 0]);
  const flights = [saved('logs.all', 'key-1'), saved('logs.all', 'key-other')];
  expect(flights.map(([cache, batching]) => [cache, batching])).toEqual([
    [0, 0],
    [0, 0],
  ]);
  expect(flights.reduce((sum, [, , bytes = 0]) => sum + bytes, 0)).toBe(3 * logs);
  // The last hit saves the share of its entry. A run of its own would have been billed more than the share for certain
  // only where that is less than the minimum.
  const [cache = 0, firstBatching = 0] = saved(STATS, 'key-1');
  const [, otherBatching = 0] = saved(STATS, 'key-other');
  expect(Math.abs(cache - share)).toBeLessThan(1);
  expect(share).toBeGreaterThan(10 * MIB);
  expect([firstBatching, otherBatching]).toEqual([0, 0]);
});

test('metrics count what was charged for answers that nobody got, and nothing for what failed', async () => {
  const parts = await billedGateway();
  const { app, key, log, metrics, rest, server } = parts;
  const url = `http://127.0.0.1:${await listen(app)}/api/endpoints/query`;

  server.script([{ match: SUBMIT, times: 1, reply: status(400, 'invalidQuery') }]);
  expect(await rest('logs.all', LOGS)).toMatchObject({ status: 502 });
  expect(server.counters.bytesBilled).toBe(0);
  const broken = edit((body) => ({ ...body, rows: [{}] }));
  server.script([SUBMIT, RESULTS].map((match) => ({ match, reply: broken })));
  expect(await rest('logs.all', LOGS)).toMatchObject({ status: 502 });
  server.script([{ match: SUBMIT, times: 1, reply: neverComplete() }]);
  const left = new AbortController();
  const asking = fetch(`${url}/logs.all?${new URLSearchParams(LOGS)}`, {
    headers: { 'x-api-key': key },
    signal: left.signal,
  });
  await expect.poll(() => server.counters.jobs).toBe(2);
  left.abort();
  await expect(asking).rejects.toThrow();
  await expect.poll(() => server.counters.requests('GET /jobs/{jobId}')).toBeGreaterThan(0);
  server.script([]);
  await rest('logs.all', { ...LOGS, sql: 'SELECT COUNT(*) AS n FROM edge_logs' });

  expect(server.counters.charges).toHaveLength(3);
  await expectSameBill(parts);

  const text = await metrics();
  const [estimate = 0] = Object.values(samplesOf(text, 'fieldstone_engine_estimated_bytes_total'));
  expect(estimate).toBeGreaterThan(0);
  expect(Math.max(10 * MIB, Math.ceil(estimate / MIB) * MIB)).toBe(
    server.counters.charges.at(-1)?.bytes,
  );
  const leftInLog = log.entries.filter((entry) => entry['status'] === 499);
  expect(leftInLog).toHaveLength(1);
  expect(samplesOf(text, 'fieldstone_requests_total')).toMatchObject({
    'interface="rest",endpoint="logs.all",code="CLIENT_LEFT",cache=""': leftInLog.length,
  });
});

test('labels of callers are on the jobs of their requests, and change no plan, key or batch', async () => {
  const { graphql, other, rest, server } = await billedGateway();
  const labelled = (labels: string, headers: object = {}) => ({
    ...headers,
    'LF-ENDPOINT-LABELS': labels,
  });

  await rest('usage.api-counts', COUNTS, labelled('team=Search, omit=334'));
  await rest('usage.api-counts', COUNTS, labelled('team=other'));
  await graphql(
    '{ usageApiCounts(project: "demo", interval: HOURLY) { rowCount } }',
    {},
    { ...labelled('team=a,dashboard=b'), 'SVC-ENDPOINT-LABELS': 'team=c' },
  );
  await Promise.all([
    rest('logs.all', LOGS, labelled('team=first')),
    rest('logs.all', LOGS, labelled('team=second', other)),
  ]);
  await Promise.all(
    ['f1', 'f2', 'f3', 'f4', 'f5'].map((id) => rest(STATS, stats(id), labelled(`team=${id}`))),
  );

  expect(server.counters.charges.map(({ labels }) => labels)).toEqual([
    { team: 'search', endpoint: 'usage_api-counts', key: 'key-1', interface: 'rest' },
    { team: 'c', dashboard: 'b', endpoint: 'usage_api-counts', key: 'key-1', interface: 'graphql' },
    { team: 'first', endpoint: 'logs_all', key: 'key-1', interface: 'rest' },
    { endpoint: 'functions_invocation-stats', key: 'merged', interface: 'rest' },
  ]);
});

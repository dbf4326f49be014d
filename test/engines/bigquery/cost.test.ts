import { expect, test } from 'vitest';
import { ByteBudget } from '../../../src/engines/byte-budget.ts';
import { costLimit } from '../../../src/engines/cost-limit.ts';
import type { EngineQuery } from '../../../src/engines/engine.ts';
import { openBigQueryServer } from '../../support/bigquery/open-server.ts';
import { edit, incomplete, status } from '../../support/bigquery/replies.ts';
import { fixtureStore } from '../../support/fixture-store.ts';
import { PROJECT } from '../../support/project.ts';
import { compileQuery } from '../compile-query.ts';
import { openEngine } from './open-engine.ts';

const NEVER = new AbortController().signal;
const NOON = Date.UTC(2026, 6, 1, 12);
const MB = 2 ** 20;
const purpose = { endpoint: 'logs.all', keyId: 'k1', via: 'rest' } as const;

const query = (limits: EngineQuery['limits'] = {}, options: Partial<EngineQuery> = {}) =>
  compileQuery(
    'SELECT COUNT(t.id) AS n FROM `cloudflare.logs.prod` AS t',
    {},
    { tables: PROJECT.tables, purpose, limits, isCallersSql: false, ...options },
  );

async function openFilled() {
  const server = await openBigQueryServer({ store: await fixtureStore() });
  return { server, engine: openEngine(server.url, { now: () => NOON, maxBytesBilled: 50 * MB }) };
}

test('BigQueryEngine says for whom a query runs and what it may cost', async () => {
  const { engine, server } = await openFilled();

  const { bytesBilled } = await engine.run(query(), { signal: NEVER });

  expect(bytesBilled).toBe(10 * MB);
  expect(server.counters.log[0]?.body).toMatchObject({
    labels: { endpoint: 'logs_all', key: 'k1', interface: 'rest' },
    maximumBytesBilled: String(50 * MB),
  });
});

test.each([
  [{}, 100],
  [{ endpointBytes: 200 }, 200],
  [{ keyBytes: 30 }, 30],
  [{ endpointBytes: 20, keyBytes: 30 }, 20],
  [{ keyBytes: 30, keyDailyBytes: 25 }, 15],
  [{ keyDailyBytes: 500 }, 100],
])('costLimit takes the tightest of %j', (limits, bytes) => {
  const budget = new ByteBudget(() => NOON);
  budget.charge('k1', 10);

  expect(costLimit({ purpose, limits }, 100, budget).bytes).toBe(bytes);
});

test('costLimit holds refreshes to the endpoint’s limit alone', () => {
  const warm = { ...purpose, via: 'warm' } as const;
  const budget = new ByteBudget(() => NOON);
  budget.charge('k1', 10);

  const { bytes } = costLimit(
    { purpose: warm, limits: { keyBytes: 1, keyDailyBytes: 1 } },
    100,
    budget,
  );

  expect(bytes).toBe(100);
});

test.each([
  [{}, 'The query would read more than the 52.43 MB that endpoint "logs.all" allows'],
  [{ keyBytes: 10e6 }, 'The query would read more than the 10 MB that this key allows'],
])('BigQueryEngine names the limit that a query would pass: %j', async (limits, message) => {
  const { engine, server } = await openFilled();
  server.script([{ match: 'POST /queries', reply: status(400, 'bytesBilledLimitExceeded') }]);

  await expect(engine.run(query(limits), { signal: NEVER })).rejects.toMatchObject({
    code: 'COST_LIMIT_EXCEEDED',
    status: 422,
    message,
  });
});

test('BigQueryEngine refuses a key that has spent its day, and no other', async () => {
  const { engine, server } = await openFilled();
  const limits = { keyDailyBytes: 20 * MB };
  const run = (keyId: string) =>
    engine.run(query(limits, { purpose: { ...purpose, keyId } }), { signal: NEVER });
  await run('k1');
  await run('k1');

  await expect(run('k1')).rejects.toMatchObject({
    code: 'COST_LIMIT_EXCEEDED',
    message:
      'This key may read 20.97 MB a day, and too little of that is left; the limit resets at 2026-07-02T00:00:00.000Z',
  });

  expect(server.counters.jobs).toBe(2);
  await expect(run('k2')).resolves.toMatchObject({ bytesBilled: 10 * MB });
});

test('BigQueryEngine takes an answer that comes without a job', async () => {
  const { engine, server } = await openFilled();
  server.script([
    {
      match: 'POST /queries',
      reply: edit(({ jobReference, totalBytesBilled, ...body }) => ({ ...body, queryId: 'q' })),
    },
  ]);

  const { rows, bytesBilled } = await engine.run(query(), { signal: NEVER });

  expect(rows).toHaveLength(1);
  expect(bytesBilled).toBe(10 * MB);
});

test('BigQueryEngine asks for optional job creation where it is told to', async () => {
  const server = await openBigQueryServer();
  const engine = openEngine(server.url, { jobCreation: 'optional' });

  await engine.run(compileQuery('SELECT 1 AS n', {}, { isCallersSql: false }), { signal: NEVER });

  expect(server.counters.log[0]?.body).toMatchObject({ jobCreationMode: 'JOB_CREATION_OPTIONAL' });
});

test.each([
  ['at once', 0],
  ['later', 1],
])('BigQueryEngine has slot time in place of bytes with slot pricing: %s', async (_, answers) => {
  const server = await openBigQueryServer({ store: await fixtureStore() });
  const engine = openEngine(server.url, { now: () => NOON, pricing: 'slots' });
  server.script([{ match: 'POST /queries', reply: incomplete(answers) }]);
  const billed: number[] = [];
  const slots: number[] = [];
  const run = {
    signal: NEVER,
    onBilled: (bytes: number) => billed.push(bytes),
    onSlotTime: (ms: number) => slots.push(ms),
  };
  const limits = { keyDailyBytes: 15 * MB };

  const { bytesBilled } = await engine.run(query(limits), run);

  expect(bytesBilled).toBe(0);
  expect(billed).toEqual([0]);
  await expect.poll(() => slots).toEqual(server.jobs.all().map(({ slotMs }) => slotMs));
  expect(slots[0]).toBeGreaterThan(0);
  // What the key reads is bounded all the same.
  await engine.run(query(limits), run).catch(() => {});
  await expect(engine.run(query(limits), run)).rejects.toMatchObject({
    code: 'COST_LIMIT_EXCEEDED',
  });
});

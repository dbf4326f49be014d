import { expect, test } from 'vitest';
import { openBigQueryServer } from '../../support/bigquery/open-server.ts';
import { neverComplete, status } from '../../support/bigquery/replies.ts';
import { compileQuery } from '../compile-query.ts';
import { openEngine } from './open-engine.ts';

const SUBMIT = 'POST /queries';

/** A stored query of a key of its own. */
const query = (key = 'key') =>
  compileQuery(
    'SELECT 1 AS n',
    {},
    { isCallersSql: false, purpose: { endpoint: 'e', keyId: key, via: 'rest' } },
  );

async function openEight() {
  const server = await openBigQueryServer();
  const engine = openEngine(server.url, { running: 8, resilience: { random: () => 0 } });
  const stop = new AbortController();
  const run = (key?: string) => engine.run(query(key), { signal: stop.signal });
  return { server, engine, run, stop };
}

test.each([
  ['a rate', 429, 'tooMany'],
  ['a rate', 403, 'rateLimitExceeded'],
  ['many jobs', 400, 'jobRateLimitExceeded'],
  ['a day', 403, 'quotaExceeded'],
])(
  'after BigQuery has refused for the quota of %s (%i %s) fewer queries run at once',
  async (_, code, reason) => {
    const { engine, run, server } = await openEight();
    expect(engine.usage().maxRunning).toBe(8);
    server.script([{ match: SUBMIT, times: 1, reply: status(code, reason) }]);

    await run().catch(() => {});

    expect(engine.usage().maxRunning).toBe(4);
  },
);

test('queries beyond the lowered limit wait, and run as it rises', async () => {
  const { engine, run, server, stop } = await openEight();
  server.script([{ match: SUBMIT, times: 1, reply: status(429, 'tooMany') }]);
  await run();
  server.script([{ match: SUBMIT, times: 4, reply: neverComplete() }]);

  const held = Array.from({ length: 6 }, (_, at) => run(`key-${at}`).catch(() => {}));

  await expect.poll(() => server.counters.jobs).toBe(5);
  expect(engine.usage().queues['all']).toEqual({ running: 4, waiting: 2 });
  stop.abort();
  await Promise.all(held);
  for (let i = 0; i < 40; i += 1)
    await engine.run(query(), { signal: new AbortController().signal });
  expect(engine.usage().maxRunning).toBe(8);
});

test.each([
  [503, 'backendError'],
  [400, 'invalidQuery'],
  [400, 'bytesBilledLimitExceeded'],
])('a failure that is no quota’s (%i %s) lowers nothing', async (code, reason) => {
  const { engine, run, server } = await openEight();
  server.script([{ match: SUBMIT, times: 1, reply: status(code, reason) }]);

  await run().catch(() => {});

  expect(engine.usage().maxRunning).toBe(8);
});

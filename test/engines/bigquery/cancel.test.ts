import { expect, test } from 'vitest';
import { openBigQueryServer } from '../../support/bigquery/open-server.ts';
import { delay, neverComplete, silent, status } from '../../support/bigquery/replies.ts';
import type { Rule } from '../../support/bigquery/script.ts';
import { compileQuery } from '../compile-query.ts';
import { openEngine } from './open-engine.ts';

const NEVER = new AbortController().signal;
/** A stored query: a caller's own is dry run first. */
const ONE = compileQuery('SELECT 1 AS n', {}, { isCallersSql: false });
const SUBMIT = 'POST /queries';
const POLL = 'GET /queries/{jobId}';

async function openScripted(rules: readonly Rule[], timeoutMs = 30_000) {
  const server = await openBigQueryServer();
  server.script(rules);
  const engine = openEngine(server.url, {
    timeoutMs,
    serverWaitMs: 100,
    resilience: { random: () => 0 },
  });
  return { engine, counters: server.counters };
}

test('BigQueryEngine cancels a job once at its deadline', async () => {
  const { engine, counters } = await openScripted([{ match: SUBMIT, reply: neverComplete() }], 500);

  await expect(engine.run(ONE, { signal: NEVER })).rejects.toMatchObject({
    code: 'QUERY_TIMEOUT',
    status: 504,
  });

  await engine.close();
  expect([...counters.cancels.values()]).toEqual([1]);
});

test('BigQueryEngine cancels a job once when nobody waits for it', async () => {
  const { engine, counters } = await openScripted([{ match: SUBMIT, reply: neverComplete() }]);
  const caller = new AbortController();
  const running = engine.run(ONE, { signal: caller.signal });
  const stopped = expect(running).rejects.toThrow('left');
  await expect.poll(() => counters.requests(POLL)).toBeGreaterThan(0);

  caller.abort(new Error('left'));

  await stopped;
  await engine.close();
  expect([...counters.cancels.values()]).toEqual([1]);
});

test('BigQueryEngine cancels a job that it learns of after its caller has left', async () => {
  const { engine, counters } = await openScripted([
    { match: SUBMIT, reply: delay(300, neverComplete()) },
  ]);
  const caller = new AbortController();
  const running = engine.run(ONE, { signal: caller.signal });
  const stopped = expect(running).rejects.toThrow('left');
  await expect.poll(() => counters.requests(SUBMIT)).toBe(1);

  caller.abort(new Error('left'));

  await stopped;
  await expect.poll(() => [...counters.cancels.values()]).toEqual([1]);
});

test('BigQueryEngine cancels a job that it cannot ask for any more', async () => {
  const { engine, counters } = await openScripted([
    { match: SUBMIT, reply: neverComplete() },
    { match: POLL, reply: status(503, 'backendError') },
  ]);

  await expect(engine.run(ONE, { signal: NEVER })).rejects.toMatchObject({
    code: 'ENGINE_UNAVAILABLE',
  });

  await engine.close();
  expect([...counters.cancels.values()]).toEqual([1]);
});

test('BigQueryEngine cancels no job that is over', async () => {
  const { engine, counters } = await openScripted([
    { match: SUBMIT, times: 1, reply: neverComplete() },
    { match: POLL, times: 1, reply: status(400, 'invalidQuery') },
  ]);
  await engine.run(ONE, { signal: NEVER }).catch(() => {});

  await engine.run(ONE, { signal: NEVER });

  await engine.close();
  expect(counters.allCancels).toBe(0);
});

test('BigQueryEngine.close cancels what runs', async () => {
  const { engine, counters } = await openScripted([{ match: SUBMIT, reply: neverComplete() }]);
  const running = engine.run(ONE, { signal: NEVER });
  const stopped = expect(running).rejects.toMatchObject({ code: 'ENGINE_UNAVAILABLE' });
  await expect.poll(() => counters.requests(POLL)).toBeGreaterThan(0);

  await engine.close();

  await stopped;
  expect(counters.allCancels).toBe(1);
});

test('BigQueryEngine holds its deadline when a cancellation is not answered', async () => {
  const { engine } = await openScripted(
    [
      { match: SUBMIT, reply: neverComplete() },
      { match: 'POST /jobs/{jobId}/cancel', reply: silent() },
    ],
    300,
  );

  await expect(engine.run(ONE, { signal: NEVER })).rejects.toMatchObject({ code: 'QUERY_TIMEOUT' });
});

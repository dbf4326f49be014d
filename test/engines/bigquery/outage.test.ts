import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { prepareEndpoints } from '../../../src/catalog/prepare.ts';
import { Registry } from '../../../src/catalog/registry.ts';
import { BigQueryClient } from '../../../src/engines/bigquery/client/client.ts';
import { createPipeline } from '../../../src/execution/pipeline.ts';
import type { RunRequest } from '../../../src/execution/request.ts';
import { openBigQueryServer } from '../../support/bigquery/open-server.ts';
import { status } from '../../support/bigquery/replies.ts';
import { openMetadataServer } from '../../support/metadata-server.ts';
import { PROJECT } from '../../support/project.ts';
import { runRequest } from '../../support/run-request.ts';
import { testCaller } from '../../support/test-caller.ts';
import { TestClock } from '../../support/test-clock.ts';
import { compileQuery } from '../compile-query.ts';
import { openEngine, PLACE } from './open-engine.ts';

const NEVER = new AbortController().signal;
const ONE = compileQuery('SELECT 1 AS n', {}, { isCallersSql: false });
const AT_ONCE = { resilience: { random: () => 0 } };

const CALLER = testCaller();

/** A peer that takes a connection and does something to it with the first bytes. */
async function openPeer(onBytes: (socket: Socket) => void) {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.on('error', () => {});
    socket.once('data', () => onBytes(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { endpoint: `https://127.0.0.1:${port}`, count: () => connections };
}

test.each<[string, (socket: Socket) => void]>([
  ['is reset', (socket) => socket.resetAndDestroy()],
  ['ends', (socket) => socket.end()],
  ['meets no TLS', (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')],
])(
  'BigQueryEngine tries again when a TLS handshake %s, and then says that it cannot answer',
  async (_, onBytes) => {
    const { endpoint, count } = await openPeer(onBytes);
    const engine = openEngine(endpoint, AT_ONCE);

    await expect(engine.run(ONE, { signal: NEVER })).rejects.toMatchObject({
      code: 'ENGINE_UNAVAILABLE',
      headers: { 'Retry-After': '2' },
    });

    expect(count()).toBe(3);
  },
);

test('BigQueryEngine sends nothing without a token, and goes on when there is one again', async () => {
  const server = await openBigQueryServer();
  let isBroken = true;
  await openMetadataServer(() => isBroken);
  const client = await BigQueryClient.open({ project: PLACE.project, endpoint: server.url });
  const engine = openEngine(server.url, { ...AT_ONCE, client });

  const refused = engine.run(ONE, { signal: NEVER });

  await expect(refused).rejects.toMatchObject({ code: 'ENGINE_UNAVAILABLE' });
  await expect(refused).rejects.not.toThrow('metadata');
  expect(server.counters.requests('POST /queries')).toBe(0);
  isBroken = false;
  expect((await engine.run(ONE, { signal: NEVER })).rows).toEqual([[1]]);
});

test('rows that are kept answer while BigQuery fails, and are new again afterwards', async () => {
  const server = await openBigQueryServer();
  const clock = new TestClock();
  const registry = new Registry(prepareEndpoints(PROJECT));
  const { runner } = createPipeline({
    engine: openEngine(server.url, AT_ONCE),
    dataSource: 'test',
    clock: clock.now,
    cacheBytes: 16e6,
    warmDailyBytes: 1e12,
    log: { refreshFailed: () => {}, overBudget: () => {} },
  });
  const ask = async () => {
    const request: RunRequest = {
      endpoint: registry.find('usage.api-counts', CALLER),
      caller: CALLER,
      arguments: { project: 'demo', interval: 'hourly' },
      sql: undefined,
      redact: false,
      via: 'rest',
    };
    const options = { now: clock.now(), signal: NEVER };
    const { cacheStatus, failedStatus } = await runRequest(runner, request, options);
    return { cacheStatus, failedStatus };
  };
  const first = await ask();

  clock.advance(1_300);
  server.script([{ match: 'POST /queries', reply: status(503, 'backendError') }]);
  const meanwhile = [await ask(), await ask()];
  server.script([]);
  clock.advance(61);
  const afterwards = await ask();

  expect(first.cacheStatus).toBe('MISS');
  expect(meanwhile).toEqual(Array(2).fill({ cacheStatus: 'STALE', failedStatus: 503 }));
  expect(afterwards).toEqual({ cacheStatus: 'MISS', failedStatus: undefined });
});

import { once } from 'node:events';
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { BigQueryClient } from '../../../../src/engines/bigquery/client/client.ts';
import { openBigQueryServer } from '../../../support/bigquery/open-server.ts';
import { openMetadataServer, withoutCredentials } from '../../../support/metadata-server.ts';
import { openClient } from '../open-engine.ts';
import { CALLS, listen, listenAndKeep, NEVER, PLACE } from './calls.ts';

/** Takes connections and never says anything. */
async function listenSilently() {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    // Only who reads learns that the other side has gone.
    socket.resume();
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, sockets };
}

test.each(CALLS)('%s says who asks, and goes to the endpoint', async (_, call) => {
  const { seen, url } = await listenAndKeep();

  await call(openClient(`${url}/`), NEVER);

  expect(seen).toHaveLength(1);
  expect(seen[0]?.headers['user-agent']).toMatch(/^fieldstone\/\d+\.\d+\.\d+/);
  expect(seen[0]?.headers.authorization).toBeUndefined();
  expect(seen[0]?.url).toMatch(/^\/bigquery\/v2\/projects\//);
});

test('the calls of a job name job, location and job project, those of a table the data project', async () => {
  const { seen, url } = await listenAndKeep();
  const client = BigQueryClient.anonymous({ endpoint: url, project: 'p:1' });
  const job = { jobId: 'a/b', location: 'EU' };

  await client.query({}, NEVER);
  await client.results(job, { pageToken: 'x+y', timeoutMs: 5 }, NEVER);
  await client.cancel(job, NEVER);
  await client.table(PLACE, NEVER);

  const base = '/bigquery/v2/projects/p%3A1';
  expect(seen.map(({ method, url: path }) => `${method} ${path}`)).toEqual([
    `POST ${base}/queries?prettyPrint=false`,
    `GET ${base}/queries/a%2Fb?prettyPrint=false&pageToken=x%2By&timeoutMs=5&location=EU&formatOptions.useInt64Timestamp=true`,
    `POST ${base}/jobs/a%2Fb/cancel?prettyPrint=false&location=EU`,
    'GET /bigquery/v2/projects/data/datasets/logs/tables/postgres_logs?prettyPrint=false',
  ]);
});

test('jobs and dry runs name the location and the reservation', async () => {
  const server = await openBigQueryServer();
  const { project } = server.catalog;
  const reservation = 'projects/p/locations/US/reservations/r';
  const endpoint = server.url;
  const client = BigQueryClient.anonymous({ endpoint, project, location: 'US', reservation });
  const query = { query: 'SELECT 1', useLegacySql: false };

  await client.query(query, NEVER);
  await client.dryRun(query, NEVER);

  const [job, dryRun] = server.counters.log.map(({ body }) => body);
  expect(job).toMatchObject({ location: 'US', reservation });
  expect(dryRun).toMatchObject({
    jobReference: { location: 'US' },
    configuration: { dryRun: true, reservation },
  });
});

test('query reads compressed answers', async () => {
  const url = await listen((_, response) => {
    response.setHeader('content-encoding', 'gzip');
    response.end(gzipSync('{"jobComplete":true,"totalRows":"7"}'));
  });

  await expect(openClient(url).query({}, NEVER)).resolves.toMatchObject({ totalRows: '7' });
});

test.each(CALLS)('%s ends when its signal is aborted', async (_, call) => {
  const { url, sockets } = await listenSilently();
  const caller = new AbortController();
  const stopped = expect(call(openClient(url), caller.signal)).rejects.toThrow('left');
  await expect.poll(() => sockets.size).toBe(1);

  caller.abort(new Error('left'));

  await stopped;
});

/** Listens but accepts nothing: its backlog is full, so that the system drops what asks for another connection. */
async function listenWithoutAccepting(): Promise<string> {
  const blocked = new Worker(
    `const { parentPort } = require('node:worker_threads');
     const server = require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
       parentPort.postMessage(server.address().port);
       setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0));
     });`,
    { eval: true },
  );
  onTestFinished(async () => void (await blocked.terminate()));
  const [port]: number[] = await once(blocked, 'message');
  if (port === undefined) throw new Error('It does not listen');
  for (let taken = true; taken; ) {
    const socket = connect(port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    taken = await Promise.race([once(socket, 'connect').then(() => true), sleep(200, false)]);
  }
  return `http://127.0.0.1:${port}`;
}

test('query gives up a connection that is not established in time, and lets it be tried again', async () => {
  const url = await listenWithoutAccepting();
  const begin = performance.now();

  await expect(openClient(url).query({}, NEVER)).rejects.toMatchObject({ reason: 'unreachable' });

  expect(performance.now() - begin).toBeLessThan(10_000);
});

test('query ends its connection when its signal is aborted', async () => {
  const { url, sockets } = await listenSilently();
  const caller = new AbortController();
  const stopped = expect(openClient(url).query({}, caller.signal)).rejects.toThrow('left');
  await expect.poll(() => sockets.size).toBe(1);

  caller.abort(new Error('left'));

  await stopped;
  await expect.poll(() => sockets.size).toBe(0);
});

test.each([
  ['a port that nobody listens on', 'http://127.0.0.1:1'],
  ['a host that there is not', 'http://nosuch.invalid'],
])('no call can reach %s', async (_, endpoint) => {
  for (const [, call] of CALLS) {
    await expect(call(openClient(endpoint), NEVER)).rejects.toMatchObject({
      name: 'BigQueryError',
      reason: 'unreachable',
    });
  }
});

test.each([
  ['says nothing', '{}'],
  ['is a list', '[]'],
  ['is no JSON', '<html>'],
])('an answer that %s is broken, and ends nothing', async (_, text) => {
  const url = await listen((__, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(text),
  );

  const client = openClient(url);

  for (const call of [
    client.dryRun({ query: 'SELECT 1' }, NEVER),
    client.createTable(PLACE, { schema: [] }, NEVER),
  ]) {
    await expect(call).rejects.toMatchObject({ reason: 'brokenAnswer' });
  }
});

test.each(CALLS)(
  '%s says what BigQuery said, and how long it asks to be left alone',
  async (_, call) => {
    const error = {
      error: {
        code: 429,
        message: 'Slow',
        errors: [{ reason: 'rateLimitExceeded', message: 'Slow' }],
      },
    };
    const url = await listen((__, response) =>
      response
        .writeHead(429, { 'content-type': 'application/json', 'retry-after': '3' })
        .end(JSON.stringify(error)),
    );

    await expect(call(openClient(url), NEVER)).rejects.toMatchObject({
      reason: 'rateLimitExceeded',
      status: 429,
      retryAfterMs: 3_000,
    });
  },
);

test('a token that is refused is renewed once for all who wait', async () => {
  const tokens = await openMetadataServer();
  const { seen, url } = await listenAndKeep(({ headers }) =>
    headers.authorization === 'Bearer token-1' ? 401 : 200,
  );
  const client = await BigQueryClient.open({ project: 'p', endpoint: url });

  await Promise.all(CALLS.flatMap(([, call]) => [call(client, NEVER), call(client, NEVER)]));

  expect(tokens.count()).toBe(2);
  expect(seen.filter(({ headers }) => headers.authorization === 'Bearer token-2')).toHaveLength(14);
});

test('tokens are not asked for without end', async () => {
  await openMetadataServer();
  const { seen, url } = await listenAndKeep(() => 401);
  const client = await BigQueryClient.open({ project: 'p', endpoint: url });

  await expect(client.query({}, NEVER)).rejects.toMatchObject({ status: 401 });

  expect(seen).toHaveLength(2);
});

test('a call says when there is no token', async () => {
  await openMetadataServer(() => true);
  const client = await BigQueryClient.open({ project: 'p', endpoint: 'http://127.0.0.1:1' });

  await expect(client.query({}, NEVER)).rejects.toMatchObject({ reason: 'credentials' });
});

test.each([undefined, 'https://127.0.0.1:1'])(
  'BigQueryClient.open needs credentials for %s',
  async (endpoint) => {
    withoutCredentials();

    await expect(BigQueryClient.open({ project: 'p', endpoint })).rejects.toThrow(
      /needs credentials .* GOOGLE_APPLICATION_CREDENTIALS .* BIGQUERY_API_ENDPOINT/,
    );
  },
);

test('BigQueryClient.open asks an emulator in nobody’s name, and in one’s own where there is one', async () => {
  const { seen, url } = await listenAndKeep();
  withoutCredentials();
  await (await BigQueryClient.open({ project: 'p', endpoint: url })).query({}, NEVER);
  await openMetadataServer();
  await (await BigQueryClient.open({ project: 'p', endpoint: url })).query({}, NEVER);

  expect(seen.map(({ headers }) => headers.authorization)).toEqual([undefined, 'Bearer token-1']);
});

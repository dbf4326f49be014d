import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test, vi } from 'vitest';
import { BigQueryClient } from '../../../../src/engines/bigquery/client/client.ts';
import { openMetadataServer, withoutCredentials } from '../../../support/metadata-server.ts';
import { openClient } from '../open-engine.ts';

const NEVER = new AbortController().signal;
const PLACE = { project: 'data', dataset: 'logs', table: 'postgres_logs' };

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

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

/** Every call that Fieldstone makes. */
const CALLS: readonly [
  string,
  (client: BigQueryClient, signal: AbortSignal) => Promise<unknown>,
][] = [
  ['query', (client, signal) => client.query({ query: 'SELECT 1' }, signal)],
  ['results', (client, signal) => client.results({ jobId: 'j' }, {}, signal)],
  ['cancel', (client, signal) => client.cancel({ jobId: 'j' }, signal)],
  ['job', (client, signal) => client.job({ jobId: 'j' }, signal)],
  ['dryRun', (client, signal) => client.dryRun({ query: 'SELECT 1' }, signal)],
  ['table', (client, signal) => client.table(PLACE, signal)],
  ['createTable', (client, signal) => client.createTable(PLACE, { schema: [] }, signal)],
];

const WHOLE =
  '{"jobComplete":true,"status":{},"jobReference":{"jobId":"j"},"tableReference":{"tableId":"t"}}';

async function listenAndKeep(status: (request: IncomingMessage) => number = () => 200) {
  const seen: IncomingMessage[] = [];
  const url = await listen((request, response) => {
    seen.push(request);
    response.writeHead(status(request), { 'content-type': 'application/json' }).end(WHOLE);
  });
  return { seen, url };
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

/** A proxy that alone knows where `bigquery.test` is. */
async function openProxy(target: string): Promise<{ readonly url: string; count: () => number }> {
  let count = 0;
  const { port } = new URL(target);
  const server = createServer((request, response) => {
    // What plain proxies get: the whole address.
    count += 1;
    const { pathname, search } = new URL(request.url ?? '');
    void fetch(target + pathname + search).then(async (answer) => {
      response.writeHead(answer.status, { 'content-type': 'application/json' });
      response.end(await answer.text());
    });
  });
  server.on('connect', (_, client) => {
    count += 1;
    const upstream = connect(Number(port), '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      upstream.pipe(client).pipe(upstream);
    });
    upstream.on('error', () => client.destroy());
    client.on('error', () => upstream.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, count: () => count };
}

test.each(['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'])(
  'every call obeys %s',
  async (variable) => {
    const { seen, url } = await listenAndKeep();
    const proxy = await openProxy(url);
    vi.stubEnv(variable, proxy.url);
    onTestFinished(() => void vi.unstubAllEnvs());
    const client = openClient('http://bigquery.test');

    await client.query({}, NEVER);
    await client.table(PLACE, NEVER);

    expect([seen.length, proxy.count()]).toEqual([2, 2]);
  },
);

test('NO_PROXY names what is asked without one', async () => {
  const { seen, url } = await listenAndKeep();
  const proxy = await openProxy(url);
  vi.stubEnv('HTTPS_PROXY', proxy.url);
  vi.stubEnv('NO_PROXY', 'example.com,127.0.0.1');
  onTestFinished(() => void vi.unstubAllEnvs());

  for (const [, call] of CALLS) await call(openClient(url), NEVER);

  expect([seen.length, proxy.count()]).toEqual([CALLS.length, 0]);
});

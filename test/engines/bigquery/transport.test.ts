import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import type { Credentials } from '../../../src/engines/bigquery/client/credentials.ts';
import { ANONYMOUS } from '../../../src/engines/bigquery/client/credentials.ts';
import { RestClient } from '../../../src/engines/bigquery/client/rest-client.ts';

const NEVER = new AbortController().signal;

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
  return { port: (server.address() as AddressInfo).port, sockets };
}

function openClient(endpoint: string, credentials: Credentials = ANONYMOUS): RestClient {
  const client = new RestClient({ endpoint, project: 'p:1', credentials });
  onTestFinished(() => client.close());
  return client;
}

test('RestClient calls the API below its endpoint and its project', async () => {
  const seen: string[] = [];
  const url = await listen((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    response.end('{"jobComplete":true}');
  });
  const client = openClient(`${url}/`);
  const job = { jobId: 'a/b', location: 'EU' };

  await client.query({}, { signal: NEVER });
  await client.results(job, { pageToken: 'x+y', timeoutMs: 5 }, { signal: NEVER });
  await client.cancel(job, { signal: NEVER });

  const base = '/bigquery/v2/projects/p%3A1';
  expect(seen).toEqual([
    `POST ${base}/queries?prettyPrint=false`,
    `GET ${base}/queries/a%2Fb?prettyPrint=false&pageToken=x%2By&timeoutMs=5&location=EU&formatOptions.useInt64Timestamp=true`,
    `POST ${base}/jobs/a%2Fb/cancel?prettyPrint=false&location=EU`,
  ]);
});

test('RestClient reads compressed answers', async () => {
  const url = await listen((_, response) => {
    response.setHeader('content-encoding', 'gzip');
    response.end(gzipSync('{"jobComplete":true,"totalRows":"7"}'));
  });

  await expect(openClient(url).query({}, {})).resolves.toMatchObject({ totalRows: '7' });
});

test('RestClient gives up a peer that says nothing, and its connection with it', async () => {
  const { port, sockets } = await listenSilently();
  const begin = performance.now();

  const calls = Array.from({ length: 20 }, () =>
    openClient(`http://127.0.0.1:${port}`).query({}, { waitMs: 100 }),
  );

  for (const call of calls) await expect(call).rejects.toMatchObject({ reason: 'unreachable' });
  expect(performance.now() - begin).toBeGreaterThan(2_000);
  await expect.poll(() => sockets.size).toBe(0);
});

test('RestClient gives up a connection that is not made', async () => {
  const { port } = await listenSilently();

  // The peer takes the connection, but TLS never comes about.
  await expect(
    openClient(`https://127.0.0.1:${port}`).query({}, { waitMs: 60_000 }),
  ).rejects.toMatchObject({ reason: 'unreachable', message: 'No connection in time' });
});

test('RestClient ends a request when its signal is aborted', async () => {
  const { port, sockets } = await listenSilently();
  const caller = new AbortController();
  const call = openClient(`http://127.0.0.1:${port}`).query(
    {},
    { waitMs: 60_000, signal: caller.signal },
  );
  const stopped = expect(call).rejects.toThrow('left');
  await expect.poll(() => sockets.size).toBe(1);

  caller.abort(new Error('left'));

  await stopped;
  await expect.poll(() => sockets.size).toBe(0);
});

test.each([
  ['a port that nobody listens on', 'http://127.0.0.1:1'],
  ['a host that there is not', 'http://nosuch.invalid'],
])('RestClient cannot reach %s', async (_, endpoint) => {
  await expect(openClient(endpoint).query({}, {})).rejects.toMatchObject({ reason: 'unreachable' });
});

/** Gives out numbered tokens. */
function numberedTokens() {
  let token = 1;
  const credentials: Credentials = {
    headers: async () => ({ authorization: `Bearer ${token}` }),
    renew: async () => {
      token += 1;
    },
  };
  return credentials;
}

test('RestClient renews a token that is refused, once', async () => {
  const seen: (string | undefined)[] = [];
  const url = await listen((request, response) => {
    seen.push(request.headers.authorization);
    response.statusCode = request.headers.authorization === 'Bearer 2' ? 200 : 401;
    response.end('{"jobComplete":true}');
  });

  await openClient(url, numberedTokens()).query({}, {});

  expect(seen).toEqual(['Bearer 1', 'Bearer 2']);
});

test('RestClient does not ask for tokens without end', async () => {
  let requests = 0;
  const url = await listen((_, response) => {
    requests += 1;
    response.statusCode = 401;
    response.end('{}');
  });

  await expect(openClient(url, numberedTokens()).query({}, {})).rejects.toMatchObject({
    status: 401,
  });

  expect(requests).toBe(2);
});

test('RestClient says when there is no token', async () => {
  const broken: Credentials = {
    headers: async () => {
      throw new Error('Metadata server: 500');
    },
    renew: async () => {},
  };

  await expect(openClient('http://127.0.0.1:1', broken).query({}, {})).rejects.toMatchObject({
    reason: 'credentials',
  });
});

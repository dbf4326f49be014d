import { expect, test, vi } from 'vitest';
import type { Row } from '../../src/googlesql/value.ts';
import { cachedServer } from '../support/cached-server.ts';
import { exchangeBytes, listen } from '../support/http-server.ts';

const PATH = '/api/endpoints/query/usage.api-counts?project=demo&interval=minutely';
const ROWS: readonly Row[] = [['2026-07-01T10:00:00', 1, 2, 3, 4]];

type Server = Awaited<ReturnType<typeof cachedServer>>;

/** An answer over a socket, where lanes are, and the same from Fastify alone. */
async function bothWays(server: Server, port: number, lines: readonly string[], method = 'GET') {
  const head = [`${method} ${PATH} HTTP/1.1`, 'Host: x', ...lines, 'Connection: close'];
  const text = await exchangeBytes(port, `${head.join('\r\n')}\r\n\r\n`);
  const headers = readHeaders(lines);
  const injected = await server.app.inject({
    method: method as 'GET',
    url: PATH,
    headers: { host: 'x', ...headers, connection: 'close' },
  });
  return {
    lane: parse(text),
    fastify: shown(injected.statusCode, injected.headers, injected.body),
  };
}

function parse(text: string) {
  const [head = '', body = ''] = text.split('\r\n\r\n', 2);
  const [status = '', ...lines] = head.split('\r\n');
  const headers = readHeaders(lines);
  return shown(Number(status.split(' ')[1]), headers, body);
}

function readHeaders(lines: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf(': ');
      return [line.slice(0, at).toLowerCase(), line.slice(at + 2)];
    }),
  );
}

function shown(status: number, headers: Readonly<Record<string, unknown>>, body: string) {
  const { date, connection, 'x-request-id': id, ...rest } = headers;
  expect(id).toMatch(/^[0-9a-f-]{36}$/);
  return { status, headers: rest, body: body.replaceAll(String(id), 'id') };
}

test.each([['*'], ['https://app.example.com']])(
  'openLanes answers as Fastify does, where CORS_ORIGINS is %s',
  async (origin) => {
    const server = await cachedServer(() => ({ rows: ROWS, truncated: true }), [origin]);
    const port = await listen(server.app);
    const key = `x-api-key: ${server.key}`;
    await bothWays(server, port, [key]);
    server.clock.advance(5);
    const { lane } = await bothWays(server, port, [key]);
    const etag = String(lane.headers['etag']);

    for (const lines of [
      [key],
      [`authorization: Bearer ${server.key}`],
      [key, 'content-type: application/json'],
      [key, `if-none-match: ${etag}`],
      [key, 'accept-encoding: gzip, br'],
      [key, 'svc-endpoint-redact-pii: true'],
      [key, 'origin: https://app.example.com'],
      [key, 'origin: https://other.example.com'],
      ['x-api-key: fsk_wrong'],
      [],
    ]) {
      for (const method of ['GET', 'HEAD']) {
        const { lane, fastify } = await bothWays(server, port, lines, method);
        expect([lines, method, lane]).toEqual([lines, method, fastify]);
      }
    }
    expect(server.below.plans).toHaveLength(1);
  },
);

test('openLanes logs one line for an answer', async () => {
  const server = await cachedServer(() => ({ rows: ROWS }));
  const port = await listen(server.app);
  const ask = `GET ${PATH} HTTP/1.1\r\nHost: x\r\nX-API-KEY: ${server.key}\r\nConnection: close\r\n\r\n`;
  for (let i = 0; i < 3; i += 1) await exchangeBytes(port, ask);

  const lines = await vi.waitUntil(() => {
    const found = server.log.entries.filter(({ msg }) => msg === 'request');
    return found.length >= 3 && found;
  });

  expect(lines).toHaveLength(3);
  expect(new Set(lines.map(({ requestId }) => requestId)).size).toBe(3);
  for (const line of lines) {
    expect(line).toEqual({
      level: 'info',
      time: expect.any(String),
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      method: 'GET',
      path: '/api/endpoints/query/usage.api-counts',
      status: 200,
      ms: expect.any(Number),
      keyId: 'key-1',
      msg: 'request',
    });
  }
});

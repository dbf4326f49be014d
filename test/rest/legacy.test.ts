import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { beforeEach, expect, test } from 'vitest';
import { functionsInvocationStats, logsAll } from '../support/endpoints.ts';
import { type Gateway, gateway } from '../support/gateway.ts';
import { listen } from '../support/http-server.ts';
import { edgeRow, invocationRow } from '../support/log-rows.ts';
import { type RawRequest, type RawResponse, rawRequest } from '../support/raw-request.ts';

const ROWS = {
  'cloudflare.logs.prod': [
    edgeRow({ at: '2026-07-01T11:59:00Z', id: 'new' }),
    edgeRow({ at: '2026-06-30T10:00:00Z', id: 'old' }),
    edgeRow({ at: '2026-07-01T11:59:30Z', id: 'foreign', project: 'other' }),
  ],
  'deno-relay-logs': [invocationRow({ at: '2026-07-01T11:59:00Z' })],
};
const PINS = new Map([
  ['project', 'demo'],
  ['project_tier', 'ENTERPRISE'],
]);
const SQL = 'select id from edge_logs order by id limit 10';
const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';

let server: Gateway;
let ask: (asked: Omit<RawRequest, 'port'>) => Promise<RawResponse>;

beforeEach(async () => {
  server = await gateway({ rows: ROWS });
  const key = server.keys.add({ pins: PINS });
  const port = await listen(server.app);
  const headers = { 'x-api-key': key, accept: JSON_TYPE, 'content-type': JSON_TYPE };
  ask = (asked) => rawRequest({ ...asked, port, headers: { ...headers, ...asked.headers } });
});

const query = (values: Readonly<Record<string, string>>) => `?${new URLSearchParams(values)}`;

test.each<[string, Omit<RawRequest, 'port'>]>([
  ['the newer explorer', { path: `/api/endpoints/query/logs.all${query({ sql: SQL })}` }],
  [
    'the explorer with its default project',
    {
      path: `/api/endpoints/query/logs.all${query({
        project: 'demo',
        sql: SQL,
        iso_timestamp_start: '',
        iso_timestamp_end: '',
      })}`,
    },
  ],
  [
    'the older explorer',
    {
      path: `/api/endpoints/query/${logsAll.id}${query({
        ref: 'default',
        project_tier: 'ENTERPRISE',
        sql: SQL,
      })}`,
    },
  ],
  ['the path by name', { path: `/api/endpoints/query/name/logs.all${query({ sql: SQL })}` }],
  ['the short path', { path: `/endpoints/query/${logsAll.id}${query({ sql: SQL })}` }],
  [
    'POST with JSON',
    {
      method: 'POST',
      path: '/api/endpoints/query/logs.all?sql=SELECT+1',
      body: JSON.stringify({ sql: SQL, project_tier: '', iso_timestamp_start: null }),
    },
  ],
  ['GET with JSON', { path: '/api/endpoints/query/logs.all', body: JSON.stringify({ sql: SQL }) }],
  [
    'GET with a form',
    {
      path: '/api/endpoints/query/logs.all',
      headers: { 'content-type': FORM_TYPE },
      body: new URLSearchParams({ sql: SQL }).toString(),
    },
  ],
  ...(['gzip', 'deflate'] as const).flatMap((coding) =>
    (['GET', 'POST'] as const).map((method): [string, Omit<RawRequest, 'port'>] => [
      `${method} with ${coding}`,
      {
        method,
        path: '/api/endpoints/query/logs.all',
        headers: { 'content-encoding': coding },
        body: (coding === 'gzip' ? gzipSync : deflateSync)(JSON.stringify({ sql: SQL })),
      },
    ]),
  ),
  [
    'POST with a bare deflate stream',
    {
      method: 'POST',
      path: '/api/endpoints/query/logs.all',
      headers: { 'content-encoding': 'deflate' },
      body: deflateRawSync(JSON.stringify({ sql: SQL })),
    },
  ],
])('a key with tenant and tier pinned answers %s', async (_, asked) => {
  const { status, text } = await ask(asked);

  expect({ status, body: JSON.parse(text) }).toEqual({
    status: 200,
    body: { result: [{ id: 'new' }, { id: 'old' }] },
  });
});

test('a key with tenant and tier pinned runs all three endpoints', async () => {
  const rowsOf = async (path: string) => {
    const { status, text } = await ask({ path: `/api/endpoints/query/${path}` });
    return { status, rows: JSON.parse(text).result.length };
  };

  expect(await rowsOf('logs.all')).toEqual({ status: 200, rows: 2 });
  expect(await rowsOf(`${functionsInvocationStats.id}?interval=`)).toEqual({
    status: 200,
    rows: 25,
  });
  expect(await rowsOf('usage.api-counts?interval=hourly')).toEqual({ status: 200, rows: 1 });
});

test('a value beside a pin is refused, and an empty one is not', async () => {
  const statusOf = async (more: Readonly<Record<string, string>>) => {
    const { status } = await ask({ path: `/api/endpoints/query/logs.all${query(more)}` });
    return status;
  };

  expect(await statusOf({ project: 'other' })).toBe(403);
  expect(await statusOf({ project_tier: 'FREE' })).toBe(403);
  expect(await statusOf({ project: '', project_tier: '' })).toBe(200);
});

test('a body wins over the query string, but an empty member of it does not', async () => {
  const path = `/api/endpoints/query/logs.all${query({ sql: SQL })}`;
  const answerTo = async (body: object) => (await ask({ path, body: JSON.stringify(body) })).text;

  expect(await answerTo({ sql: 'select 1 as n' })).toBe('{"result":[{"n":1}]}');
  expect(await answerTo({ sql: '' })).toBe('{"result":[{"id":"new"},{"id":"old"}]}');
  expect(await answerTo({})).toBe('{"result":[{"id":"new"},{"id":"old"}]}');
});

test.each(['', ' \n'])('a JSON body of %j is as none', async (body) => {
  const { status, headers } = await ask({
    path: '/api/endpoints/query/usage.api-counts?interval=hourly',
    body,
  });

  expect(status).toBe(200);
  expect(headers['etag']).toBeDefined();
});

test('the answer to a GET with a body is kept by nobody', async () => {
  const path = '/api/endpoints/query/usage.api-counts';
  const body = JSON.stringify({ interval: 'hourly' });
  const first = await ask({ path: `${path}?interval=hourly` });

  const { status, headers } = await ask({
    path,
    body,
    headers: { 'if-none-match': String(first.headers['etag']) },
  });

  expect(first.headers['cache-control']).toContain('max-age=900');
  expect(status).toBe(200);
  expect(headers['cache-control']).toBe('no-store');
  expect([headers['etag'], headers['age'], headers['last-modified']]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test.each([
  { path: '/api/endpoints/query/logs.all?lql=c:count(*)' },
  { path: '/api/endpoints/query/logs.all', body: '{"lql":"c:count(*)"}' },
])('lql is refused, and the refusal says to send sql: %j', async (asked) => {
  const { status, text } = await ask(asked);

  expect(status).toBe(400);
  expect(JSON.parse(text)).toMatchObject({
    code: 'BAD_USER_INPUT',
    detail: expect.stringContaining('send GoogleSQL as "sql"'),
    error: { message: expect.stringContaining('sql') },
  });
});

test.each([
  ['text/plain', undefined, 'x', 415],
  [JSON_TYPE, 'br', 'x', 415],
  [JSON_TYPE, 'gzip', 'x', 400],
  [JSON_TYPE, 'gzip', gzipSync('{"sql":"select 1"}').subarray(0, -9), 400],
  [JSON_TYPE, 'gzip', gzipSync(Buffer.alloc(1_048_577, ' ')), 413],
  [JSON_TYPE, 'deflate', deflateSync(Buffer.alloc(100_000_000, ' ')), 413],
  [JSON_TYPE, undefined, Buffer.alloc(1_048_577, ' '), 413],
])(
  'bodies of %s in the coding %s are bounded and checked alike with GET and POST',
  async (type, coding, body, expected) => {
    for (const method of ['GET', 'POST']) {
      const { status } = await ask({
        method,
        path: '/api/endpoints/query/logs.all',
        headers: { 'content-type': type, ...(coding && { 'content-encoding': coding }) },
        body,
      });

      expect(status).toBe(expected);
    }
  },
);

test('operations may be sent as gzip, and a GET of one with a body is answered by its URL', async () => {
  const operation = gzipSync(JSON.stringify({ query: '{ __typename }' }));

  const posted = await ask({
    method: 'POST',
    path: '/graphql',
    headers: { 'content-encoding': 'gzip' },
    body: operation,
  });
  const got = await ask({ path: '/graphql?query=%7B__typename%7D', body: '{"query":"{"}' });

  expect([posted.text, got.text]).toEqual(Array(2).fill('{"data":{"__typename":"Query"}}'));
});

test('/health answers as /livez does', async () => {
  const [health, alive] = await Promise.all([ask({ path: '/health' }), ask({ path: '/livez' })]);

  expect([health.status, health.text]).toEqual([200, alive.text]);
});

import type { LightMyRequestResponse } from 'fastify';
import { expect, test } from 'vitest';
import { FieldstoneError } from '../../src/errors.ts';
import type { Row } from '../../src/googlesql/value.ts';
import { cachedServer } from '../support/cached-server.ts';
import { ASKED, restServer } from '../support/rest-server.ts';

const PATH = '/api/endpoints/query/usage.api-counts?project=demo&interval=minutely';
const CONTROL = 'private, max-age=900, stale-while-revalidate=300, stale-if-error=3600';
const VARY =
  'X-API-KEY, Authorization, SVC-ENDPOINT-REDACT-PII, LF-ENDPOINT-REDACT-PII, Accept, Accept-Encoding';

const ROW: Row = ['2026-07-01T10:00:00', 1, 2, 3, 4];

type Server = Awaited<ReturnType<typeof cachedServer>>;
type Headers = Readonly<Record<string, string>>;

function get({ app, key }: Server, headers: Headers = {}, url = PATH) {
  return app.inject({ url, headers: { 'x-api-key': key, ...headers } });
}

function cachingHeaders({ headers }: LightMyRequestResponse) {
  const { age, etag, vary, 'cache-control': control, 'cache-status': status } = headers;
  return { age, etag, vary, control, status };
}

test('restRoute says how long rows are fresh and how old they are', async () => {
  const server = await cachedServer(() => ({ rows: [ROW] }));

  const first = await get(server);
  server.clock.advance(100);
  const second = await get(server);

  const etag = expect.stringMatching(/^"[\w-]{22}"$/);
  const common = { control: CONTROL, vary: VARY, etag };
  expect(cachingHeaders(first)).toEqual({
    ...common,
    age: '0',
    status: 'fieldstone; fwd=miss; stored',
  });
  expect(cachingHeaders(second)).toEqual({
    ...common,
    age: '100',
    status: 'fieldstone; hit; ttl=800',
  });
  expect(second.body).toBe(first.body);
  expect(second.headers.etag).toBe(first.headers.etag);
});

test('restRoute leaves out the times of which there are none', async () => {
  const server = await cachedServer();

  const { headers } = await get(
    server,
    {},
    '/api/endpoints/query/logs.all?project=demo&project_tier=PRO',
  );

  expect(headers['cache-control']).toBe('private, max-age=60, stale-if-error=3600');
});

test('restRoute tells stale rows from fresh ones by their ttl', async () => {
  const server = await cachedServer(() => ({ rows: [ROW] }));

  await get(server);
  server.clock.advance(1_000);
  const stale = await get(server);

  expect(cachingHeaders(stale)).toMatchObject({ age: '1000', status: 'fieldstone; hit; ttl=-100' });
});

test('restRoute tells callers who waited for the run of another', async () => {
  const { promise, resolve } = Promise.withResolvers<{ rows: Row[] }>();
  const server = await cachedServer(() => promise);

  const asked = [get(server), get(server)];
  await new Promise((done) => setTimeout(done, 20));
  resolve({ rows: [ROW] });
  const answers = await Promise.all(asked);

  expect(answers.map(({ headers }) => headers['cache-status']).sort()).toEqual([
    'fieldstone; fwd=miss; collapsed',
    'fieldstone; fwd=miss; stored',
  ]);
});

test('restRoute tells rows that stand in for an error by its status', async () => {
  let isDown = false;
  const server = await cachedServer(() => {
    if (isDown) throw new FieldstoneError('ENGINE_UNAVAILABLE', 'The engine is down');
    return { rows: [ROW] };
  });

  await get(server);
  server.clock.advance(2_000);
  isDown = true;
  const answer = await get(server);
  const again = await get(server);

  const status = 'fieldstone; fwd=stale; fwd-status=503';
  expect(cachingHeaders(answer)).toMatchObject({ age: '2000', status, control: CONTROL });
  expect(cachingHeaders(again)).toMatchObject({ status });
  expect(answer.statusCode).toBe(200);
});

test('restRoute lets nobody store rows that the endpoint does not keep, nor errors', async () => {
  const { app, key } = await restServer();
  const headers = { 'x-api-key': key, 'if-none-match': '*' };

  const answer = await app.inject({ url: ASKED, headers });
  const error = await app.inject({ url: `${ASKED}&project=again`, headers });

  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject({
    'cache-control': 'no-store',
    'cache-status': 'fieldstone; fwd=bypass',
    vary: VARY,
  });
  expect(answer.headers).not.toHaveProperty('etag');
  expect(answer.headers).not.toHaveProperty('age');
  expect(error.statusCode).toBe(400);
  expect(error.headers['cache-control']).toBe('no-store');
  expect(error.headers).not.toHaveProperty('cache-status');
});

test('restRoute lets Origin vary the answer where CORS does', async () => {
  const server = await cachedServer();

  const { headers } = await get(server, { origin: 'https://app.example.com' });

  expect(headers.vary?.toString().endsWith(VARY)).toBe(true);
  expect(headers['access-control-expose-headers']).toContain('ETag');
});

test('restRoute does not look at the Cache-Control of a request', async () => {
  const server = await cachedServer();

  await get(server);
  const reload = await get(server, { 'cache-control': 'no-cache', pragma: 'no-cache' });

  expect(reload.headers['cache-status']).toBe('fieldstone; hit; ttl=900');
});

test.each(['GET', 'HEAD'] as const)(
  'restRoute answers %s with 304 to who has the rows',
  async (method) => {
    const server = await cachedServer(() => ({ rows: [ROW], truncated: true }));
    const full = await get(server);
    const etag = full.headers.etag?.toString() ?? '';
    server.clock.advance(10);
    const current = await get(server);

    for (const wanted of [etag, `W/${etag}`, `"other", W/"a,b" ,${etag}`, '*', ' * ']) {
      const response = await server.app.inject({
        method,
        url: PATH,
        headers: { 'x-api-key': server.key, 'if-none-match': wanted },
      });

      expect([wanted, response.statusCode, response.body]).toEqual([wanted, 304, '']);
      expect(cachingHeaders(response)).toEqual(cachingHeaders(current));
      expect(response.headers['fieldstone-truncated']).toBe('true');
      expect(response.headers).not.toHaveProperty('content-type');
    }
  },
);

test.each(['"other"', 'W/"other"', '', 'nonsense', '"', '"*"'])(
  'restRoute sends the rows to who has others: %s',
  async (wanted) => {
    const server = await cachedServer(() => ({ rows: [ROW] }));
    await get(server);

    const response = await get(server, { 'if-none-match': wanted });

    expect(response.statusCode).toBe(200);
  },
);

test('restRoute does not look at If-None-Match of POST', async () => {
  const server = await cachedServer(() => ({ rows: [ROW] }));
  const { headers } = await get(server);

  const response = await server.app.inject({
    method: 'POST',
    url: PATH,
    headers: { 'x-api-key': server.key, 'if-none-match': headers.etag?.toString() ?? '' },
  });

  expect(response.statusCode).toBe(200);
  expect(response.headers['cache-status']).toBe('fieldstone; hit; ttl=900');
});

test('restRoute makes other tags for other rows, endpoints and ways to redact', async () => {
  let rows: Row[] = [];
  const server = await cachedServer(() => ({ rows }));
  const tags: unknown[] = [];
  const ask = async (url?: string, headers?: Headers) =>
    tags.push((await get(server, headers, url)).headers.etag);

  await ask();
  await ask(PATH, { 'svc-endpoint-redact-pii': 'true' });
  await ask('/api/endpoints/query/logs.all?project=demo&project_tier=PRO');
  rows = [ROW];
  await ask(`${PATH}&project=other`.replace('project=demo&', ''));

  expect(new Set(tags).size).toBe(4);
});

test('restRoute looks at the key before it looks at what a client has', async () => {
  const server = await cachedServer(() => ({ rows: [ROW] }));
  const { headers } = await get(server);
  const has = { 'if-none-match': headers.etag?.toString() ?? '' };
  const elsewhere = server.keys.add({ endpoints: new Set(['logs.all']) });
  const pinned = server.keys.add({ pins: new Map([['project', 'other']]) });

  const answers = await Promise.all([
    get(server, { ...has, 'x-api-key': '' }),
    get(server, { ...has, 'x-api-key': 'fsk_wrong' }),
    get(server, { ...has, 'x-api-key': elsewhere }),
    get(server, { ...has, 'x-api-key': pinned }),
  ]);

  expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 401, 403, 403]);
  for (const { body, headers } of answers) {
    expect(body).not.toContain('2026-07-01');
    expect(headers).toMatchObject({ 'cache-control': 'no-store' });
    expect(headers).not.toHaveProperty('etag');
  }
});

test('restRoute keeps what two keys see apart, one of which is redacted', async () => {
  const server = await cachedServer(() => ({
    rows: [['id', 1, 'from 203.0.113.9', []]],
  }));
  const redacted = server.keys.add({ redact: true });
  const url = '/api/endpoints/query/logs.all?project=demo&project_tier=PRO';
  const ask = (key: string) => get(server, { 'x-api-key': key }, url);

  const answers = [];
  for (const key of [server.key, redacted, server.key, redacted]) answers.push(await ask(key));

  const shown = answers.map(({ body }) => JSON.parse(body).result[0].event_message);
  const seen = 'from 203.0.113.9';
  expect(shown).toEqual([seen, 'from REDACTED', seen, 'from REDACTED']);
  expect(answers[1]?.headers.etag).not.toBe(answers[0]?.headers.etag);
  expect(server.below.plans).toHaveLength(1);
});

test('restRoute does not take a key for the one that it was before its rights were changed', async () => {
  const server = await cachedServer(() => ({ rows: [ROW] }));
  const before = server.keys.add({ keyId: 'same' });
  const after = server.keys.add({ keyId: 'same', endpoints: new Set(['logs.all']) });

  const first = await get(server, { 'x-api-key': before });
  const second = await get(server, { 'x-api-key': after });

  expect([first.statusCode, second.statusCode]).toEqual([200, 403]);
});

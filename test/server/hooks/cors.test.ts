import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { MemoryRateLimiter } from '../../../src/request/rate-limiter.ts';
import { gateway } from '../../support/gateway.ts';
import { httpServer } from '../../support/http-server.ts';
import { KnownKeys } from '../../support/known-keys.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const PREFLIGHT = {
  origin: 'https://app.example.com',
  'access-control-request-method': 'GET',
  'access-control-request-headers': 'x-api-key,svc-endpoint-redact-pii,apollographql-client-name',
};

test.each(['/livez', '/graphql', '/nowhere'])(
  'createServer answers the preflight of %s without a key',
  async (url) => {
    const { app } = await httpServer();

    const response = await app.inject({ method: 'OPTIONS', url, headers: PREFLIGHT });

    expect(response.statusCode).toBe(204);
    expect(response.headers['access-control-allow-origin']).toBe('*');
    expect(response.headers['access-control-allow-methods']).toBe('GET, HEAD, POST');
    expect(response.headers['access-control-allow-credentials']).toBeUndefined();
    expect(response.headers['access-control-max-age']).toBe('86400');
    expect(response.headers['access-control-allow-headers']).toBe(
      PREFLIGHT['access-control-request-headers'],
    );
  },
);

test('createServer does not let answers vary by origin where any may read them', async () => {
  const { app } = await httpServer();

  const { headers } = await app.inject({ url: '/livez', headers: PREFLIGHT });

  expect(headers['access-control-allow-origin']).toBe('*');
  expect(headers).not.toHaveProperty('vary');
});

test('createServer answers OPTIONS that is no preflight', async () => {
  const { app } = await httpServer();

  expect((await app.inject({ method: 'OPTIONS', url: '/livez' })).statusCode).toBe(204);
});

test('createServer lets browsers of the listed origins read, also errors, and no others', async () => {
  const { app } = await httpServer({
    corsOrigins: ['https://app.example.com', 'https://b.example.com'],
  });
  const allowOrigin = async (origin: string, method: 'GET' | 'OPTIONS') => {
    const response = await app.inject({ method, url: '/x', headers: { ...PREFLIGHT, origin } });
    expect(response.headers.vary).toContain('Origin');
    return response.headers['access-control-allow-origin'];
  };

  expect(await allowOrigin('https://b.example.com', 'GET')).toBe('https://b.example.com');
  expect(await allowOrigin('https://b.example.com', 'OPTIONS')).toBe('https://b.example.com');
  expect(await allowOrigin('https://c.example.com', 'GET')).toBeUndefined();
  expect(await allowOrigin('https://c.example.com', 'OPTIONS')).toBeUndefined();
});

test.each([
  ['https://a.example.com', true],
  ['https://a.b.example.com', true],
  ['https://example.com', false],
  ['https://.example.com', false],
  ['http://a.example.com', false],
  ['https://a.example.com:8443', false],
  ['https://aexample.com', false],
  ['https://a.example.com.evil.test', false],
  ['https://evil.test/a.example.com', false],
  ['http://b.test:8080', false],
  ['http://a.b.test:8080', true],
  ['null', false],
])('createServer takes %s for an origin of a wildcard: %s', async (origin, isAllowed) => {
  const { app } = await httpServer({
    corsOrigins: ['https://*.example.com', 'http://*.b.test:8080'],
  });

  const { headers } = await app.inject({ url: '/livez', headers: { origin } });

  expect(headers['access-control-allow-origin']).toBe(isAllowed ? origin : undefined);
});

const EXPOSED = [
  'Age',
  'Allow',
  'Cache-Status',
  'Content-Disposition',
  'ETag',
  'Fieldstone-Bytes-Billed',
  'Fieldstone-Bytes-Saved',
  'Fieldstone-Redacted',
  'Fieldstone-Truncated',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'Server-Timing',
  'WWW-Authenticate',
  'X-Request-Id',
];

test.each([
  ['/livez', 200],
  ['/nowhere', 401],
  ['/nowhere', 429],
  ['/%zz', 400],
  ['/readyz', 503],
])('createServer lets a browser read the headers of %s when it is %i', async (url, status) => {
  const { app } = await httpServer({
    corsOrigins: ['https://*.example.com'],
    checkReady: async () => {
      throw new Error('not yet');
    },
    ...(status === 429 && {
      rateLimit: {
        limiter: new MemoryRateLimiter(),
        requestsPerMinute: 1,
        refusalsPerMinute: 0,
        countCached: true,
      },
    }),
  });

  const origin = 'https://a.example.com';
  const { headers, statusCode } = await app.inject({ url, headers: { origin } });

  expect(statusCode).toBe(status);
  expect(headers['access-control-allow-origin']).toBe(origin);
  expect(headers['access-control-expose-headers']?.toString().split(', ')).toEqual(EXPOSED);
});

test('handlers add what their answers vary by to Origin', async () => {
  const keys = new KnownKeys();
  const settings = { keys, corsOrigins: ['https://app.example.com'] };
  const changing = { settings: () => settings, limiter: new MemoryRateLimiter() };
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'graphiql/assets'), { recursive: true });
  writeFileSync(join(folder, 'graphiql/assets/page.css'), '');
  const { app } = await gateway({ changing, pages: pathToFileURL(`${folder}/`) });
  const headers = { 'x-api-key': keys.add(), origin: 'https://app.example.com' };
  const varyOf = async (url: string, accept = '*/*') => {
    const response = await app.inject({ url, headers: { ...headers, accept } });
    expect([url, response.statusCode]).toEqual([url, 200]);
    return response.headers.vary;
  };
  const [docs = ''] = /\/docs\/assets\/[^"]+/.exec((await app.inject('/docs')).body) ?? [];
  const sql = new URLSearchParams({ sql: 'SELECT id FROM edge_logs' });
  const rows = `/api/endpoints/query/logs.all?project=demo&project_tier=PRO&${sql}`;

  expect(await varyOf(rows)).toMatch(/^Origin, X-API-KEY, .*, Accept-Encoding$/);
  expect(await varyOf(rows, 'text/csv')).toBe(await varyOf(rows));
  expect(await varyOf(docs)).toBe('Origin, Accept-Encoding');
  expect(await varyOf('/graphql/assets/page.css')).toBe('Origin, Accept-Encoding');
});

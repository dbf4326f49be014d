import type { FastifyPluginAsync } from 'fastify';
import { expect, test } from 'vitest';
import { MemoryRateLimiter } from '../../../src/request/rate-limiter.ts';
import { networkOf } from '../../../src/server/hooks/rate-limit.ts';
import { gateway } from '../../support/gateway.ts';
import { httpServer, type TestRateLimit } from '../../support/http-server.ts';
import { OidcIssuer, signingKey } from '../../support/oidc-issuer.ts';
import { acceptTokens } from '../../support/open-tokens.ts';

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['192.0.2.7:49152', '192.0.2.7'],
  ['[2001:db8:1:2::9]', '2001:db8:1:2'],
  ['[2001:db8:1:2::9]:49152', '2001:db8:1:2'],
  ['[::ffff:192.0.2.7]:49152', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0DB8:1:2::9', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1:2:3:4', 'fe80:0:0:0'],
  ['1:2:3::6:7:8', '1:2:3:0'],
  ['::', '0:0:0:0'],
])('networkOf takes of %s what one client has for itself: %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

const route: FastifyPluginAsync = async (app) => {
  app.get('/hello', async () => 'hello');
};

function limits(options: Partial<TestRateLimit>): TestRateLimit {
  return {
    limiter: new MemoryRateLimiter(),
    requestsPerMinute: 100,
    refusalsPerMinute: 100,
    countCached: true,
    ...options,
  };
}

test('createServer says in the headers of every answer to a key what is left of its requests', async () => {
  const { app, key } = await httpServer({ routes: [route], rateLimit: limits({}) });
  const get = (url: string) => app.inject({ url, headers: { 'x-api-key': key } });

  const answers = [await get('/hello'), await get('/nowhere'), await get('/hello')];

  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 404, 200]);
  expect(answers.map(({ headers }) => headers['ratelimit'])).toEqual([
    expect.stringMatching(/^"default";r=99;t=\d+$/),
    expect.stringMatching(/^"default";r=98;t=\d+$/),
    expect.stringMatching(/^"default";r=97;t=\d+$/),
  ]);
  expect(answers[0]?.headers['ratelimit-policy']).toBe('"default";q=100;w=60');
});

test('createServer refuses a key with RATE_LIMITED past its requests a minute, and no other key', async () => {
  const rateLimit = limits({ requestsPerMinute: 2 });
  const { app, key, keys } = await httpServer({ routes: [route], rateLimit });
  const wide = keys.add({ requestsPerMinute: 3 });
  const get = (secret: string) => app.inject({ url: '/hello', headers: { 'x-api-key': secret } });

  const answers = [];
  for (const secret of [key, key, key, wide, wide, wide, wide]) answers.push(await get(secret));

  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 429, 200, 200, 200, 429]);
  expect(answers[2]?.headers).toMatchObject({
    'retry-after': '60',
    ratelimit: '"default";r=0;t=60',
    'access-control-expose-headers': expect.stringContaining('RateLimit, RateLimit-Policy'),
  });
  expect(answers[2]?.json()).toMatchObject({
    code: 'RATE_LIMITED',
    detail: 'This key may send 2 requests a minute; try again in 60 s',
  });
});

test('createServer limits wrong keys by address, and not a right key from there nor health checks', async () => {
  const { app, key } = await httpServer({
    routes: [route],
    rateLimit: limits({ refusalsPerMinute: 2 }),
  });
  const get = (secret: string, remoteAddress = '192.0.2.1', url = '/hello') =>
    app.inject({ url, remoteAddress, headers: { 'x-api-key': secret } });
  for (let i = 0; i < 2; i += 1) expect((await get('wrong')).statusCode).toBe(401);

  const refused = await get('wrong');
  const others = [
    await get(key),
    await get('', undefined, '/livez'),
    await get('wrong', '192.0.2.2'),
  ];

  expect(refused.statusCode).toBe(429);
  expect(refused.headers).toMatchObject({ 'retry-after': '60' });
  expect(refused.headers['ratelimit']).toBeUndefined();
  expect(others.map(({ statusCode }) => statusCode)).toEqual([200, 200, 401]);
});

test('createServer limits wrong tokens by address, and not a right one from there', async () => {
  const issuer = await OidcIssuer.start();
  const { tokens } = await acceptTokens(issuer);
  const { app } = await httpServer({
    keys: tokens,
    routes: [route],
    rateLimit: limits({ refusalsPerMinute: 2 }),
  });
  const get = (token: string) =>
    app.inject({ url: '/hello', headers: { authorization: `Bearer ${token}` } });
  const attacker = await signingKey('first');
  const wrong = [
    await issuer.sign({}, attacker),
    await issuer.sign({ exp: 1 }),
    await issuer.sign({ aud: 'another' }),
  ];

  const statuses = [];
  for (const token of [...wrong, await issuer.sign()]) statuses.push((await get(token)).statusCode);

  expect(statuses).toEqual([401, 401, 429, 200]);
});

test('createServer believes X-Forwarded-For of the proxies alone that it is told of', async () => {
  const rateLimit = limits({ refusalsPerMinute: 1 });
  const ask = async (trustProxy: string | undefined) => {
    const { app } = await httpServer({
      routes: [route],
      rateLimit: { ...rateLimit, limiter: new MemoryRateLimiter() },
      trustProxy,
    });
    const get = (client: string) =>
      app.inject({
        url: '/hello',
        remoteAddress: '10.0.0.9',
        headers: { 'x-forwarded-for': client },
      });
    return [(await get('192.0.2.1')).statusCode, (await get('192.0.2.2')).statusCode];
  };

  expect(await ask(undefined)).toEqual([401, 429]);
  expect(await ask('10.0.0.0/8')).toEqual([401, 401]);
  expect(await ask('172.16.0.0/12')).toEqual([401, 429]);
});

test('a gateway whose operator does not count cached answers counts runs alone', async () => {
  const rateLimit = limits({ requestsPerMinute: 2, countCached: false });
  const { graphql, rest } = await gateway({ rateLimit });
  const ask = (interval: string) => rest('usage.api-counts', { project: 'demo', interval });
  const field = (interval: string) =>
    `usageApiCounts(project: "demo", interval: ${interval}) { meta { cacheStatus } }`;

  const first = await ask('hourly');
  const kept = [await ask('hourly'), await ask('hourly')];
  const second = await ask('daily');
  const third = await ask('minutely');
  const operation = await graphql(`{ a: ${field('DAILY')} b: ${field('MINUTELY')} }`);
  const last = await ask('hourly');

  // The seconds to the reset go by while the engine starts.
  const left = [first, ...kept].map(({ headers }) => `${headers['ratelimit']}`.split(';t=')[0]);
  expect(left).toEqual(Array(3).fill('"default";r=1'));
  expect([second.status, third.status, last.status]).toEqual([200, 429, 200]);
  expect(operation).toMatchObject({
    data: { a: { meta: { cacheStatus: 'HIT' } }, b: null },
    errors: [{ extensions: { code: 'RATE_LIMITED' } }],
  });
});

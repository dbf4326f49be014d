import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import fc from 'fast-check';
import type { InjectOptions } from 'fastify';
import { expect, test, vi } from 'vitest';
import { cachedServer } from '../../support/cached-server.ts';
import { type Gateway, gateway } from '../../support/gateway.ts';
import { tenantRows } from '../../support/tenant-rows.ts';

const NOW = 1_782_907_200_000_000n;
const ROWS = tenantRows('2026-07-01T11:59:30Z');

const STATS = '/api/endpoints/query/functions.invocation-stats?interval=15min&project=';
const COUNTS = '/api/endpoints/query/usage.api-counts?interval=minutely&project=';

/** A gateway with two keys whose clock the test moves. */
async function server(usesMicrocache: boolean) {
  const clock = { now: NOW };
  const made = await gateway({ rows: ROWS, clock: () => clock.now, usesMicrocache });
  const pinned = made.keys.add({ pins: new Map([['project', 'mine']]) });
  return { ...made, clock, secrets: { open: made.key, pinned, wrong: 'fsk_wrong' } };
}

type Server = Awaited<ReturnType<typeof server>>;

const graphql = (project: string, extra = '') =>
  JSON.stringify({
    query: `query Q($p: String!) {
      stats: functionsInvocationStats(project: $p, interval: FIFTEEN_MINUTES) {
        rowCount rows { timestamp count } meta { cacheStatus ageSeconds computedAt bytesBilled }
      } ${extra}
    }`,
    variables: { p: project },
  });

/** Fields whose answer is long enough to be compressed. */
const MANY = Array.from(
  { length: 40 },
  (_, i) =>
    `more${i}: functionsInvocationStats(project: $p, interval: FIFTEEN_MINUTES) { rowCount }`,
).join(' ');

const JSON_BODY = { 'content-type': 'application/json' };

/** Every request has equal ones with one thing changed that the answer depends on. */
const request = fc.record({
  asked: fc.constantFrom<InjectOptions>(
    { url: `${STATS}mine` },
    { url: `${STATS}other` },
    { url: `${COUNTS}mine` },
    { url: `${COUNTS}(` },
    { url: `${STATS}mine`, method: 'HEAD' },
    { url: STATS, method: 'POST', payload: '{"project":"mine"}', headers: JSON_BODY },
    { url: STATS, method: 'POST', payload: '{"project":"other"}', headers: JSON_BODY },
    { url: '/graphql', method: 'POST', payload: graphql('mine'), headers: JSON_BODY },
    { url: '/graphql', method: 'POST', payload: graphql('other'), headers: JSON_BODY },
    { url: '/graphql', method: 'POST', payload: graphql('mine', MANY), headers: JSON_BODY },
    {
      url: '/graphql',
      method: 'POST',
      payload: graphql('mine', 'bad: usageApiCounts(project: "(", interval: DAILY) { rowCount }'),
      headers: JSON_BODY,
    },
    { url: '/api/endpoints/query/nothing' },
  ),
  key: fc.constantFrom('open', 'open', 'pinned', 'wrong'),
  headers: fc.constantFrom<Readonly<Record<string, string>>>(
    {},
    { origin: 'https://a.example' },
    { origin: 'https://b.example' },
    { 'accept-encoding': 'gzip' },
    { accept: 'application/graphql-response+json' },
    { accept: '' },
    { 'svc-endpoint-redact-pii': 'true' },
    { 'lf-endpoint-redact-pii': '1' },
    { 'if-none-match': '*' },
  ),
  waitMs: fc.constantFrom(0, 0, 0, 0, 0, 0, 0, 0, 10, 1_000),
  times: fc.integer({ min: 1, max: 5 }),
});

type Asked = typeof request extends fc.Arbitrary<infer Value> ? Value : never;

async function ask({ app, secrets }: Server, { asked, key, headers }: Asked) {
  const response = await app.inject({
    ...asked,
    headers: {
      ...asked.headers,
      'x-api-key': secrets[key as keyof Server['secrets']],
      ...headers,
    },
  });
  const { date: _, 'server-timing': timing, 'x-request-id': id, ...others } = response.headers;
  const isCoded = others['content-encoding'] === 'gzip' && response.rawPayload.length > 0;
  const body = isCoded ? gunzipSync(response.rawPayload) : response.rawPayload;
  return {
    status: response.statusCode,
    // Ids of requests, which errors hold, are not compressed equally well.
    headers: isCoded ? { ...others, 'content-length': '' } : others,
    body: body.toString('latin1').replaceAll(String(id), 'ID'),
  };
}

test('Microcache changes no byte of a thousand mixed requests', async () => {
  const [kept, plain] = [await server(true), await server(false)];
  const hits = countHits(kept);

  for (const asked of fc.sample(request, { numRuns: 350, seed: 7 })) {
    const wait = BigInt(asked.waitMs) * 1_000n;
    kept.clock.now += wait;
    plain.clock.now += wait;

    for (let time = 0; time < asked.times; time += 1) {
      expect(await ask(kept, asked), JSON.stringify(asked)).toEqual(await ask(plain, asked));
    }
  }

  expect(hits.count).toBeGreaterThan(100);
});

const open = (gate: Gateway, url: string) =>
  gate.app.inject({ url, headers: { 'x-api-key': gate.key } });

/** Counts the answers that the microcache gives from now on. */
function countHits({ app: { microcache } }: Pick<Gateway, 'app'>) {
  if (!microcache) throw new Error('There is no microcache');
  const hits = { count: 0 };
  const find = microcache.find.bind(microcache);
  microcache.find = (asked) => {
    const found = find(asked);
    if (found) hits.count += 1;
    return found;
  };
  return hits;
}

test('Microcache sends an answer again for a second', async () => {
  const clock = { now: NOW };
  const made = await gateway({ rows: ROWS, clock: () => clock.now });
  const hits = countHits(made);
  const found: boolean[] = [];

  // Computed; a hit of the result cache, which is cached; found until a second later; not with the clock set back.
  for (const ms of [0, 0, 0, 999, 1_000, 1_500, 0, 0]) {
    clock.now = NOW + BigInt(ms) * 1_000n;
    const before = hits.count;
    await open(made, `${STATS}mine`);
    found.push(hits.count > before);
  }

  expect(found).toEqual([0, 0, 1, 1, 0, 1, 0, 1].map(Boolean));
});

test('Microcache finds the answers of hundreds of requests in turn', async () => {
  const made = await cachedServer(undefined, { usesMicrocache: true, cacheBytes: 1e8 });
  const hits = countHits(made);
  const projects = Array.from({ length: 500 }, (_, i) => `project-${i}`);
  const requestAll = async () => {
    for (const project of projects) {
      await made.app.inject({ url: COUNTS + project, headers: { 'x-api-key': made.key } });
    }
  };

  // Computed, then a hit of the result cache.
  for (let time = 0; time < 2; time += 1) await requestAll();
  expect(hits.count).toBe(0);
  await requestAll();

  expect(hits.count).toBe(500);
});

test('Microcache keeps GraphQL answers compressed', async () => {
  const { app, key } = await gateway({ rows: ROWS, clock: () => NOW });
  const found = vi.spyOn(app.microcache as NonNullable<typeof app.microcache>, 'find');
  const ask = (coding: string) =>
    app.inject({
      url: '/graphql',
      method: 'POST',
      payload: graphql('mine', MANY),
      headers: { ...JSON_BODY, 'x-api-key': key, 'accept-encoding': coding },
    });

  await ask('identity');

  for (const [coding, decode] of [
    ['gzip', gunzipSync],
    ['br', brotliDecompressSync],
    ['zstd', zstdDecompressSync],
  ] as const) {
    const plain = (await ask('identity')).body;
    for (let time = 0; time < 3; time += 1) await ask(coding);
    const { headers, rawPayload } = await ask(coding);

    const kept = found.mock.results.at(-1)?.value.answer;
    expect(headers).toMatchObject({ 'content-encoding': coding, vary: 'Accept-Encoding' });
    expect(kept.bytes.equals(rawPayload)).toBe(true);
    expect(kept.headers['content-length']).toBe(`${rawPayload.length}`);
    expect(kept.bytes.buffer.byteLength).toBe(rawPayload.length);
    expect(decode(rawPayload).toString()).toBe(plain);
  }
});

test('Microcache forgets an answer whose result was computed anew', async () => {
  const clock = { now: NOW };
  const made = await gateway({ rows: ROWS, clock: () => clock.now });
  const ages: unknown[] = [];

  for (const seconds of [0, 1, 1, 1, 899, 899, 899, 900, 902, 902]) {
    clock.now = NOW + BigInt(seconds) * 1_000_000n;
    ages.push((await open(made, `${STATS}mine`)).headers['age']);
    await new Promise(setImmediate);
  }

  expect(ages.slice(0, -2)).toEqual(['0', '1', '1', '1', '899', '899', '899', '900']);
  expect(made.runs.length).toBe(2);
});

test('Microcache forgets an answer when the clock is set back', async () => {
  const clock = { now: NOW };
  const made = await gateway({ rows: ROWS, clock: () => clock.now });
  const ages: unknown[] = [];

  for (const seconds of [0, 5, 5, 5, -3_600]) {
    clock.now = NOW + BigInt(seconds) * 1_000_000n;
    ages.push((await open(made, `${STATS}mine`)).headers['age']);
  }

  expect(ages).toEqual(['0', '5', '5', '5', '0']);
});

test('Microcache counts no hit of an answer that lacks one of its cache entries', async () => {
  const { app, key, cache, counters, below } = await cachedServer(undefined, {
    usesMicrocache: true,
  });
  const query = `{
    one: usageApiCounts(project: "one", interval: DAILY) { rowCount }
    two: usageApiCounts(project: "two", interval: DAILY) { rowCount }
  }`;
  const hits: number[] = [];
  const answerAndCount = async () => {
    await app.inject({
      url: '/graphql',
      method: 'POST',
      headers: { 'x-api-key': key },
      payload: { query },
    });
    hits.push(counters.read('memory_hit'));
  };

  for (let time = 0; time < 4; time += 1) await answerAndCount();
  const [, second] = below.plans;
  if (second) await cache.delete(second);
  await answerAndCount();

  // The last request finds the first entry and computes the second.
  expect(hits).toEqual([0, 2, 4, 6, 7]);
});

test('Microcache forgets its answers when the data change', async () => {
  const { app, key, data } = await cachedServer(undefined, { usesMicrocache: true });
  const statusOf = async () =>
    (await app.inject({ url: `${COUNTS}mine`, headers: { 'x-api-key': key } })).headers[
      'cache-status'
    ];
  data.state = { shared: 'a', local: 'a1' };
  for (let time = 0; time < 3; time += 1) await statusOf();
  expect(await statusOf()).toContain('hit');

  data.state = { shared: 'b', local: 'b1' };
  data.version += 1;

  expect(await statusOf()).toBe('fieldstone; fwd=miss; stored');
});

test('Microcache keeps an answer for the data that there were when its request began', async () => {
  const { app, key, data } = await cachedServer(undefined, { usesMicrocache: true });
  const { microcache } = app;
  if (!microcache) throw new Error('There is no microcache');
  const hits = countHits({ app });
  const store = microcache.store.bind(microcache);
  microcache.store = (...answered) => {
    data.version += 1;
    return store(...answered);
  };

  for (let time = 0; time < 4; time += 1) {
    await app.inject({ url: `${COUNTS}mine`, headers: { 'x-api-key': key } });
  }

  expect(hits.count).toBe(0);
});

import { expect, test } from 'vitest';
import { openBigQueryServer } from '../../support/bigquery/open-server.ts';
import { cut, html, incomplete, noJson, reset, status } from '../../support/bigquery/replies.ts';
import type { Reply, Rule } from '../../support/bigquery/script.ts';
import { compileQuery } from '../compile-query.ts';
import { openEngine } from './open-engine.ts';

const NEVER = new AbortController().signal;
/** A stored query: a caller's own is dry run first. */
const ONE = compileQuery('SELECT 1 AS n', {}, { isCallersSql: false });
const SUBMIT = 'POST /queries';

async function openScripted(rules: readonly Rule[]) {
  const server = await openBigQueryServer();
  server.script(rules);
  return {
    counters: server.counters,
    engine: openEngine(server.url, { resilience: { random: () => 0 } }),
  };
}

test.each<[string, Reply]>([
  ['status 408', status(408, 'timedOut')],
  ['status 429', status(429, 'tooMany')],
  ['status 500', status(500, 'internalError')],
  ['status 502', html(502)],
  ['status 503', status(503, 'backendError')],
  ['status 504', html(504)],
  ['rateLimitExceeded', status(403, 'rateLimitExceeded')],
  ['a reset', reset()],
  ['an answer that is cut', cut(30)],
  ['an answer that is no JSON', noJson('{"jobComplete": tr')],
])('BigQueryEngine sends the same request again after %s, twice at most', async (_, reply) => {
  const cured = await openScripted([{ match: SUBMIT, times: 2, reply }]);
  const lasting = await openScripted([{ match: SUBMIT, reply }]);

  const { rows } = await cured.engine.run(ONE, { signal: NEVER });

  expect(rows).toEqual([[1]]);
  expect([cured.counters.requests(SUBMIT), cured.counters.requestIds]).toEqual([3, 1]);
  await expect(lasting.engine.run(ONE, { signal: NEVER })).rejects.toMatchObject({
    code: expect.stringMatching(/^ENGINE_(UNAVAILABLE|FAILED)$/),
  });
  expect(lasting.counters.requests(SUBMIT)).toBe(3);
});

test.each([
  ['longer than is left', 3, 1_500, 1],
  ['that fits', 1, 10_000, 2],
])('BigQueryEngine treats a Retry-After %s as such', async (_, seconds, timeoutMs, requests) => {
  const server = await openBigQueryServer();
  const busy: Reply = async (exchange) => {
    const answer = await status(503, 'backendError')(exchange);
    return answer && { ...answer, headers: { 'retry-after': `${seconds}` } };
  };
  server.script([{ match: SUBMIT, times: 1, reply: busy }]);
  const engine = openEngine(server.url, { timeoutMs });

  const outcome = await engine.run(ONE, { signal: NEVER }).then(
    ({ rows }) => rows,
    ({ code, headers }) => [code, headers['Retry-After']],
  );

  expect(outcome).toEqual(requests === 1 ? ['ENGINE_UNAVAILABLE', `${seconds}`] : [[1]]);
  expect(server.counters.requests(SUBMIT)).toBe(requests);
});

test.each(['jobBackendError', 'jobInternalError', 'jobRateLimitExceeded'])(
  'BigQueryEngine submits anew once after %s',
  async (reason) => {
    const cured = await openScripted([{ match: SUBMIT, times: 1, reply: status(400, reason) }]);
    const lasting = await openScripted([{ match: SUBMIT, reply: status(400, reason) }]);

    const { rows } = await cured.engine.run(ONE, { signal: NEVER });

    expect(rows).toEqual([[1]]);
    expect([cured.counters.requests(SUBMIT), cured.counters.requestIds]).toEqual([2, 2]);
    await expect(lasting.engine.run(ONE, { signal: NEVER })).rejects.toMatchObject({
      code: 'ENGINE_UNAVAILABLE',
    });
    expect(lasting.counters.requests(SUBMIT)).toBe(2);
  },
);

test.each([
  ['invalidQuery', 400],
  ['notFound', 404],
  ['accessDenied', 403],
  ['quotaExceeded', 403],
  ['bytesBilledLimitExceeded', 400],
  ['resourcesExceeded', 400],
  ['responseTooLarge', 403],
  ['stopped', 200 + 200],
])('BigQueryEngine sends nothing again after %s', async (reason, code) => {
  const { engine, counters } = await openScripted([{ match: SUBMIT, reply: status(code, reason) }]);

  await expect(engine.run(ONE, { signal: NEVER })).rejects.toMatchObject({
    name: 'FieldstoneError',
  });

  expect(counters.requests(SUBMIT)).toBe(1);
});

test('BigQueryEngine waits for a job that is not complete yet', async () => {
  const { engine, counters } = await openScripted([{ match: SUBMIT, reply: incomplete(3) }]);

  const { rows } = await engine.run(ONE, { signal: NEVER });

  expect(rows).toEqual([[1]]);
  expect([counters.jobs, counters.requests('GET /queries/{jobId}')]).toEqual([1, 3]);
});

test('BigQueryEngine sends one request for a short query', async () => {
  const { engine, counters } = await openScripted([]);

  await engine.run(ONE, { signal: NEVER });

  expect(counters.log).toHaveLength(1);
  expect(counters.log[0]?.body).toEqual(
    expect.not.objectContaining({ jobTimeoutMs: expect.anything(), dryRun: expect.anything() }),
  );
});

test('BigQueryEngine retries a tenth of the requests at most', async () => {
  const { engine, counters } = await openScripted([
    // Not enough failures to open the breaker: each second request fails.
    { match: ({ body }) => isOdd(body), reply: status(503, 'backendError') },
  ]);
  const run = () => engine.run(ONE, { signal: NEVER }).catch(() => {});

  for (let i = 0; i < 60; i += 1) await run();

  expect(counters.requests(SUBMIT) - counters.requestIds).toBeLessThanOrEqual(10 + 60 * 0.1);
});

function isOdd(body: unknown): boolean {
  const { requestId } = body as { readonly requestId: string };
  return Number.parseInt(requestId.at(-1) ?? '0', 16) % 4 === 1;
}

test('BigQueryEngine stops asking a BigQuery that does not answer, and asks again later', async () => {
  const { engine, counters } = await openScripted([
    { match: SUBMIT, times: 10, reply: status(503, 'backendError') },
  ]);
  for (let i = 0; i < 6; i += 1) await engine.run(ONE, { signal: NEVER }).catch(() => {});
  const asked = counters.requests(SUBMIT);

  await expect(engine.run(ONE, { signal: NEVER })).rejects.toMatchObject({
    code: 'ENGINE_UNAVAILABLE',
    status: 503,
    headers: { 'Retry-After': expect.stringMatching(/^\d+$/) },
  });

  expect(counters.requests(SUBMIT)).toBe(asked);
  await expect
    .poll(() => engine.run(ONE, { signal: NEVER }).then(({ rows }) => rows, String))
    .toEqual([[1]]);
});

test('BigQueryEngine asks once when a quota is used up, and not again until it was let rest', async () => {
  const server = await openBigQueryServer();
  server.script([{ match: SUBMIT, times: 1, reply: status(403, 'quotaExceeded') }]);
  const engine = openEngine(server.url, { resilience: { quotaHoldMs: 300 } });
  const refused = { code: 'ENGINE_UNAVAILABLE', headers: { 'Retry-After': expect.any(String) } };

  await expect(engine.run(ONE, { signal: NEVER })).rejects.toMatchObject(refused);
  await expect(engine.run(ONE, { signal: NEVER })).rejects.toMatchObject(refused);

  expect(server.counters.requests(SUBMIT)).toBe(1);
  await expect
    .poll(() => engine.run(ONE, { signal: NEVER }).then(({ rows }) => rows, String))
    .toEqual([[1]]);
});

test('BigQueryEngine refuses what is too much at once for one key', async () => {
  const server = await openBigQueryServer();
  const engine = openEngine(server.url, { running: 1, waiting: 1 });

  const results = await Promise.allSettled(
    Array.from({ length: 5 }, () => engine.run(ONE, { signal: NEVER })),
  );

  const codes = results.map((result) => (result.status === 'rejected' ? result.reason.code : 'ok'));
  expect(codes).toEqual(['ok', 'ok', 'RATE_LIMITED', 'RATE_LIMITED', 'RATE_LIMITED']);
});

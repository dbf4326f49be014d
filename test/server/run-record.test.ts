import { expect, test } from 'vitest';
import { cachedServer } from '../support/cached-server.ts';
import { gateway } from '../support/gateway.ts';

const DURATION = /^\d+(?:\.\d{1,3})?$/;

/** The durations of a `Server-Timing` header by their names, in milliseconds. */
function durationsOf(header: unknown): Readonly<Record<string, number>> {
  const entries = String(header).split(', ');
  return Object.fromEntries(
    entries.map((entry) => {
      const [name = '', duration = ''] = entry.split(';dur=');
      expect(duration).toMatch(DURATION);
      return [name, Number(duration)];
    }),
  );
}

const STATS = '/api/endpoints/query/functions.invocation-stats?project=demo&interval=1hr';
const LOGS = '/api/endpoints/query/logs.all?project=demo&project_tier=PRO';
const OPERATION = `{
  functionsInvocationStats(project: "demo", interval: ONE_HOUR) { rowCount }
  logsAll(project: "demo", projectTier: PRO) { rows { id } }
}`;

test('Server-Timing of REST says what queue, engine and encoding took', async () => {
  const { rest } = await gateway();
  const askedAt = performance.now();

  const { headers } = await rest('logs.all', { project: 'demo', project_tier: 'PRO' });

  const took = performance.now() - askedAt;
  const { queue, engine, encode, ...others } = durationsOf(headers['server-timing']);
  expect(others).toEqual({});
  expect(engine).toBeGreaterThan(0);
  expect((queue ?? NaN) + (engine ?? NaN) + (encode ?? NaN)).toBeLessThan(took);
});

test('Server-Timing counts the wait for a place at the engine as queue', async () => {
  const { rest } = await gateway({ engine: { running: 1 } });
  const projects = Array.from({ length: 8 }, (_, number) => `project-${number}`);

  const answers = await Promise.all(
    projects.map((project) => rest('logs.all', { project, project_tier: 'PRO' })),
  );

  const timings = answers.map(({ headers }) => durationsOf(headers['server-timing']));
  const longestWait = Math.max(...timings.map(({ queue = 0 }) => queue));
  const shortestRun = Math.min(...timings.map(({ engine = Number.NaN }) => engine));
  expect(longestWait).toBeGreaterThan(shortestRun);
});

test('Server-Timing counts the wait to be compiled as queue', async () => {
  const { rest } = await gateway({ engine: { running: 32 } });
  // Each takes a few milliseconds to compile, one after the other.
  const statements = Array.from({ length: 24 }, (_, number) => {
    const items = Array.from({ length: 100 }, (__, at) => `${at} + ${number} AS n${at}`);
    return `SELECT ${items} FROM edge_logs LIMIT 0`;
  });
  const ask = async (sql: string) => {
    const askedAt = performance.now();
    const { headers } = await rest('logs.all', { project: 'demo', project_tier: 'PRO', sql });
    const took = performance.now() - askedAt;
    const { queue = NaN, engine = NaN } = durationsOf(headers['server-timing']);
    expect(queue + engine).toBeLessThan(took);
    return queue;
  };
  await ask('SELECT 1');

  const waits = await Promise.all(statements.map(ask));

  // The first is compiled at once, the last after all others.
  const [first = Number.NaN] = waits;
  expect(waits.at(-1)).toBeGreaterThan(3 * first);
  expect(waits.at(-1)).toBeGreaterThan(waits[8] ?? Number.NaN);
});

test('Server-Timing of GraphQL says what queue, engine and encoding took', async () => {
  const { app, key } = await gateway();

  const { headers } = await app.inject({
    method: 'POST',
    url: '/graphql',
    headers: { 'x-api-key': key },
    payload: { query: OPERATION },
  });

  expect(Object.keys(durationsOf(headers['server-timing']))).toEqual(['queue', 'engine', 'encode']);
});

test('Server-Timing of kept rows has no engine, and is never kept itself', async () => {
  const { app, key } = await gateway();
  const headers = { 'x-api-key': key };
  const query = '{ functionsInvocationStats(project: "two", interval: ONE_HOUR) { rowCount } }';
  const rest = () => app.inject({ url: STATS, headers });
  const graphql = () =>
    app.inject({ method: 'POST', url: '/graphql', headers, payload: { query } });

  for (const ask of [rest, graphql]) {
    const answers = [await ask(), await ask(), await ask(), await ask()];

    const [computed, hit, , kept] = answers.map((answer) => answer.headers['server-timing']);
    expect(Object.keys(durationsOf(computed))).toEqual(['queue', 'engine', 'encode']);
    expect(Object.keys(durationsOf(hit))).toEqual(['queue', 'encode']);
    expect(kept).toBe('queue;dur=0, encode;dur=0');
  }
});

test('Server-Timing of a 304 has no engine', async () => {
  const { app, key } = await cachedServer();
  const headers = { 'x-api-key': key };
  const { etag } = (await app.inject({ url: STATS, headers })).headers;

  const answer = await app.inject({
    url: STATS,
    headers: { ...headers, 'if-none-match': `${etag}` },
  });

  expect(answer.statusCode).toBe(304);
  expect(Object.keys(durationsOf(answer.headers['server-timing']))).toEqual(['queue', 'encode']);
});

test('Server-Timing of a streamed answer has no encode', async () => {
  const { app, key } = await gateway();

  const { headers } = await app.inject({
    url: LOGS,
    headers: { 'x-api-key': key, accept: 'text/csv' },
  });

  expect(Object.keys(durationsOf(headers['server-timing']))).toEqual(['queue', 'engine']);
});

test('Server-Timing is absent where no endpoint was run', async () => {
  const { app, key } = await gateway();
  const headers = { 'x-api-key': key };

  const answers = await Promise.all([
    app.inject({ url: '/api/endpoints', headers }),
    app.inject({ url: `${LOGS}&iso_timestamp_start=never`, headers }),
    app.inject({ method: 'POST', url: '/graphql', headers, payload: { query: '{ __typename }' } }),
  ]);

  expect(answers.map(({ headers: sent }) => sent['server-timing'])).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

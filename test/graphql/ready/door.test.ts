import { expect, test } from 'vitest';
import { cachedServer } from '../../support/cached-server.ts';

const FIELD = 'usageApiCounts(project: "demo", interval: DAILY)';
const READY = `{ ${FIELD} { rowCount meta { cacheStatus ageSeconds } rows { timestamp } } }`;
/** The same question with a condition in it, which the executor decides. */
const EXECUTED = READY.replace('rowCount', 'rowCount @include(if: true)');

type Server = Awaited<ReturnType<typeof cachedServer>>;

const ROW = ['2026-07-01T10:00:00', 1, 2, 3, 4];

async function ask({ app, key }: Server, query: string, headers: object, method: 'GET' | 'POST') {
  const options =
    method === 'POST'
      ? { url: '/graphql', payload: JSON.stringify({ query }) }
      : { url: `/graphql?${new URLSearchParams({ query })}` };
  const type = method === 'POST' ? { 'content-type': 'application/json' } : {};
  const response = await app.inject({
    method,
    ...options,
    headers: { 'x-api-key': key, ...type, ...headers },
  });
  const { date, 'x-request-id': id, ...rest } = response.headers;
  return { status: response.statusCode, headers: rest, body: response.body };
}

const ACCEPTS = [
  undefined,
  '*/*',
  '',
  'application/json',
  'APPLICATION/*',
  'application/graphql-response+json',
  'application/graphql-response+json, application/json;q=0.9',
  'application/json, application/graphql-response+json',
  'text/html, application/graphql-response+json; charset=utf-8',
  'application/json; charset=latin1, */*',
  'application/json; charset=latin1',
  'text/plain',
  'multipart/mixed, application/json',
  'text/event-stream',
];

test.each(ACCEPTS.flatMap((accept) => [['GET', accept] as const, ['POST', accept] as const]))(
  'graphqlDoor answers %s with Accept: %s like Yoga, whether it waits or not',
  async (method, accept) => {
    const server = await cachedServer(() => ({ rows: [ROW] }));
    const headers = accept === undefined ? {} : { accept };
    await ask(server, READY, {}, 'POST');

    const ready = await ask(server, READY, headers, method);
    const executed = await ask(server, EXECUTED, headers, method);

    expect(ready).toEqual(executed);
  },
);

test('graphqlDoor answers what is at hand while nothing else runs', async () => {
  const server = await cachedServer(() => ({ rows: [ROW] }));
  await ask(server, READY, {}, 'POST');
  server.clock.advance(30);

  const { body } = await ask(server, READY, {}, 'POST');

  expect(body).toBe(
    '{"data":{"usageApiCounts":{"rowCount":1,"meta":{"cacheStatus":"HIT","ageSeconds":30},"rows":[{"timestamp":"2026-07-01T10:00:00.000000Z"}]}}}',
  );
  expect(server.below.plans).toHaveLength(1);
});

test('graphqlDoor keeps redacted text from raw, whoever asks first', async () => {
  const server = await cachedServer(() => ({ rows: [['id', 1, 'from 203.0.113.9', []]] }));
  const redacted = server.keys.add({ redact: true });
  const query = '{ logsAll(project: "demo", projectTier: PRO) { rows { eventMessage } } }';
  const shown = async (key: string, headers: object = {}) =>
    JSON.parse((await ask({ ...server, key }, query, headers, 'POST')).body).data.logsAll.rows[0]
      .eventMessage;

  const answers = [];
  for (const key of [server.key, redacted, server.key, redacted]) answers.push(await shown(key));
  answers.push(await shown(server.key, { 'svc-endpoint-redact-pii': 'true' }));

  const [seen, hidden] = ['from 203.0.113.9', 'from REDACTED'];
  expect(answers).toEqual([seen, hidden, seen, hidden, hidden]);
  expect(server.below.plans).toHaveLength(1);
});

test('graphqlDoor does not take a key for the one that it was before its rights were changed', async () => {
  const server = await cachedServer(() => ({ rows: [ROW] }));
  const before = server.keys.add({ keyId: 'same' });
  const after = server.keys.add({ keyId: 'same', endpoints: new Set(['logs.all']) });
  const answers = [];

  for (const key of [before, before, after]) {
    answers.push((await ask({ ...server, key }, READY, {}, 'POST')).body);
  }

  expect(answers.map((body) => body.includes('FORBIDDEN'))).toEqual([false, false, true]);
});

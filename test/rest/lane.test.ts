import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import type { Row } from '../../src/googlesql/value.ts';
import { settled } from '../support/cached.ts';
import { cachedServer } from '../support/cached-server.ts';

const PATH = '/api/endpoints/query/usage.api-counts?project=demo&interval=minutely';
const ROWS: readonly Row[] = Array.from({ length: 60 }, (_, i) => [
  `2026-07-01T10:00:${i}`,
  i,
  2,
  3,
  4,
]);

type Server = Awaited<ReturnType<typeof cachedServer>>;

/** What the lane answers without Fastify. */
function take({ app, keys }: Server, key: string, headers: Readonly<Record<string, string>> = {}) {
  const caller = keys.authenticate(key);
  if (!caller) throw new Error('There is no such key');
  // A lane looks at nothing else of a request.
  const request = { method: 'GET', url: PATH, headers } as unknown as IncomingMessage;
  return app.lanes.find(PATH)?.(request, caller, Buffer.alloc(0));
}

test('restLane answers what its caller has asked before, from the same bytes', async () => {
  const server = await cachedServer(() => ({ rows: ROWS }));
  const other = server.keys.add();

  const before = take(server, server.key);
  const { rawPayload } = await server.app.inject({
    url: PATH,
    headers: { 'x-api-key': server.key },
  });
  const known = take(server, server.key);
  const again = take(server, server.key);

  expect(before).toBeUndefined();
  expect(known?.bytes?.equals(rawPayload)).toBe(true);
  expect(again?.bytes).toBe(known?.bytes);
  expect(take(server, other)).toBeUndefined();
  expect(take(server, server.key, { 'svc-endpoint-redact-pii': 'true' })).toBeUndefined();
});

test('restLane leaves rows that are no longer there, and codings that are not made, to the route', async () => {
  const server = await cachedServer(() => ({ rows: ROWS }));
  const headers = { 'x-api-key': server.key };
  await server.app.inject({ url: PATH, headers });

  const coded = take(server, server.key, { 'accept-encoding': 'gzip' });
  await server.app.inject({ url: PATH, headers: { ...headers, 'accept-encoding': 'gzip' } });
  await settled();
  const made = take(server, server.key, { 'accept-encoding': 'gzip' });
  server.clock.advance(100_000);
  const expired = take(server, server.key);

  expect(coded).toBeUndefined();
  expect(made?.headers['content-encoding']).toBe('gzip');
  expect(expired).toBeUndefined();
});

test('restLane answers the rows, the age and the status of the moment', async () => {
  let runs = 0;
  const server = await cachedServer(() => ({ rows: [[`run ${++runs}`, 1, 2, 3, 4]] }));
  await server.app.inject({ url: PATH, headers: { 'x-api-key': server.key } });
  const shown = (headers = {}) => {
    const answer = take(server, server.key, headers);
    const { age, 'cache-status': status } = answer?.headers ?? {};
    return [answer?.status, answer?.bytes?.toString().match(/run \d/)?.[0], age, status];
  };
  const tag = take(server, server.key)?.headers['etag'] ?? '';

  expect(shown()).toEqual([200, 'run 1', '0', 'fieldstone; hit; ttl=900']);
  server.clock.advance(0.9);
  expect(shown()).toEqual([200, 'run 1', '0', 'fieldstone; hit; ttl=900']);
  server.clock.advance(0.1);
  expect(shown()).toEqual([200, 'run 1', '1', 'fieldstone; hit; ttl=899']);
  expect(shown({ 'if-none-match': tag })).toEqual([
    304,
    undefined,
    '1',
    'fieldstone; hit; ttl=899',
  ]);
  expect(shown({ 'if-none-match': '"other"' })).toEqual(shown());
  server.clock.advance(900);
  expect(shown()).toEqual([200, 'run 1', '901', 'fieldstone; hit; ttl=-1']);
  await settled();
  expect(shown()).toEqual([undefined, undefined, undefined, undefined]);
  await server.app.inject({ url: PATH, headers: { 'x-api-key': server.key } });
  expect(shown()).toEqual([200, 'run 2', '0', 'fieldstone; hit; ttl=900']);
  expect(shown({ 'if-none-match': tag })).toEqual(shown());
});

test('answers with and without redaction have tags of their own where there is no text to hide', async () => {
  // So many that both are being written at the same time.
  const rows = Array.from({ length: 1_000 }, (_, i) => [
    1_782_900_000_000_000,
    1,
    2,
    3,
    4,
    5,
    6,
    i,
  ]);
  const server = await cachedServer(() => ({ rows }));
  const url = '/api/endpoints/query/functions.invocation-stats?project=demo&interval=1day';
  const ask = (headers = {}) =>
    server.app.inject({ url, headers: { 'x-api-key': server.key, ...headers } });
  const redacting = { 'svc-endpoint-redact-pii': 'true' };

  const cold = await Promise.all([ask(), ask(redacting)]);
  const warm = await Promise.all([ask(), ask(redacting)]);

  const tags = (answers: typeof cold) => answers.map(({ headers }) => headers['etag']);
  expect(new Set(tags(cold)).size).toBe(2);
  expect(tags(warm)).toEqual(tags(cold));
  expect(cold[0]?.body).toBe(cold[1]?.body);
});

import { connect } from 'node:net';
import { expect, test } from 'vitest';
import type { Row } from '../../../src/googlesql/value.ts';
import { cachedServer } from '../../support/cached-server.ts';
import { listen } from '../../support/http-server.ts';

const FIELD = 'usageApiCounts(project: "demo", interval: DAILY)';
const ROWS: readonly Row[] = [['2026-07-01T10:00:00', 1, 2, 3, 4]];

/** Sends parts one after the other and returns the answers; what identifies a request is left out. */
async function send(port: number, parts: readonly string[]): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  socket.on('error', reject);
  socket.on('close', () => resolve(text));
  for (const part of parts) {
    socket.write(part);
    await new Promise((done) => setTimeout(done, 30));
  }
  return (await promise).replace(/^(x-request-id|date|connection|keep-alive): .*\r\n/gim, '');
}

function post(key: string, query: string, close = true): readonly [head: string, body: string] {
  const body = JSON.stringify({ query });
  const head = [
    'POST /graphql HTTP/1.1',
    'Host: x',
    `X-API-KEY: ${key}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...(close ? ['Connection: close'] : []),
  ];
  return [`${head.join('\r\n')}\r\n\r\n`, body];
}

function sortedHead(answer: string): readonly [head: readonly string[], body: string | undefined] {
  const [head = '', body] = answer.split('\r\n\r\n');
  return [head.toLowerCase().split('\r\n').sort(), body];
}

test.each([
  ['is at hand', `{ ${FIELD} { rowCount rows { timestamp } } }`],
  ['is not at hand', `{ usageApiCounts(project: "ä", interval: HOURLY) { rowCount } }`],
  ['needs an executor', `{ ${FIELD} { rowCount @include(if: true) } }`],
  ['has an error in it', `{ ${FIELD} { nothing } }`],
])('graphqlLane answers what %s, however its body arrives', async (_, query) => {
  const server = await cachedServer(() => ({ rows: ROWS }));
  const port = await listen(server.app);
  const [head, body] = post(server.key, query);
  await send(port, [post(server.key, `{ ${FIELD} { rowCount } }`).join('')]);
  await send(port, [head + body]);

  const whole = await send(port, [head + body]);
  const parts = await send(port, [head, body.slice(0, 9), body.slice(9)]);

  expect(whole).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(sortedHead(whole)).toEqual(sortedHead(parts));
});

test('graphqlLane answers requests that follow one another on a connection, in order', async () => {
  const server = await cachedServer(() => ({ rows: ROWS }));
  const port = await listen(server.app);
  const kinds = ['rowCount', 'rowCount @include(if: true)', 'truncated', 'nothing', 'rowCount'];
  await send(port, [post(server.key, `{ ${FIELD} { rowCount } }`).join('')]);

  const requests = kinds.map((field, i) =>
    post(server.key, `{ ${FIELD} { ${field} } }`, i === kinds.length - 1).join(''),
  );
  const answers = await send(port, [requests.join('')]);

  const bodies = answers.match(/\{.*\}(?=HTTP|$)/gm) ?? [];
  expect(bodies.map((body) => Object.keys(JSON.parse(body)).sort())).toEqual([
    ['data'],
    ['data'],
    ['data'],
    ['errors'],
    ['data'],
  ]);
  expect(bodies[2]).toBe('{"data":{"usageApiCounts":{"truncated":false}}}');
  expect(server.below.plans).toHaveLength(1);
});

test('graphqlLane answers no one without a key', async () => {
  const server = await cachedServer(() => ({ rows: ROWS }));
  const port = await listen(server.app);
  const query = `{ ${FIELD} { rowCount } }`;
  await send(port, [post(server.key, query).join('')]);

  const answer = await send(port, [post('fsk_wrong', query).join('')]);

  expect(answer).toMatch(/^HTTP\/1\.1 401 /);
});

import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../support/redis-server.ts';
import { Client, type Code } from './client.ts';
import type { Question } from './questions.ts';

const DEADLINE_MS = 60_000;

type Reply = (response: ServerResponse) => void;

const RIGHT = '{"result":[1]}';
const question: Question = { method: 'GET', path: '/', isRight: (body) => body === RIGHT };

/** A replica that answers everything alike, and a client of it. */
async function clientOf(reply: Reply, deadlineMs = DEADLINE_MS): Promise<Client> {
  const server = createServer((_, response) => reply(response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const refusing = await freePort();
  const client = new Client(() => [port, refusing], 'key', deadlineMs);
  onTestFinished(() => {
    client.close();
    server.close();
    server.closeAllConnections();
  });
  return client;
}

function problem(status: number, code: string, headers: object = {}, detail = ''): Reply {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/problem+json', ...headers });
    response.end(JSON.stringify({ type: 'about:blank', detail, code, requestId: 'x' }));
  };
}

const ok =
  (body: string): Reply =>
  (response) =>
    void response.end(body);

const LATER = { 'retry-after': '1' };
const ALLOWED: readonly Code[] = ['ENGINE_UNAVAILABLE', 'ENGINE_FAILED', 'REQUEST_TOO_LARGE'];

test.each<readonly [what: string, reply: Reply, lost: number, undocumented: number]>([
  ['the right rows', ok(RIGHT), 0, 0],
  ['other rows', ok('{"result":[2]}'), 1, 0],
  ['half an answer', ok('{"result":'), 1, 0],
  ['no answer', (response) => void response.socket?.destroy(), 1, 0],
  ['the error of the fault', problem(503, 'ENGINE_UNAVAILABLE', LATER), 0, 0],
  ['one of several statuses', problem(431, 'REQUEST_TOO_LARGE'), 0, 0],
  ['an error without Retry-After', problem(503, 'ENGINE_UNAVAILABLE'), 0, 1],
  ['an error with another status', problem(500, 'ENGINE_UNAVAILABLE', LATER), 0, 1],
  ['an error of another fault', problem(504, 'QUERY_TIMEOUT'), 0, 1],
  ['an error that shows SQL', problem(502, 'ENGINE_FAILED', {}, 'SELECT t.id'), 0, 1],
  ['an error of no code', (response) => void response.writeHead(500).end('oops'), 0, 1],
])('Client judges %s', async (_, reply, lost, undocumented) => {
  const client = await clientOf(reply);

  await client.ask(question, { allow: ALLOWED });

  expect(client.verdict).toEqual({ lost, undocumented });
});

test('Client judges an answer after the deadline as lost', async () => {
  const client = await clientOf(ok(RIGHT), Number.NEGATIVE_INFINITY);

  await client.ask(question);

  expect(client.verdict).toEqual({ lost: 1, undocumented: 0 });
});

test('Client asks another replica where a connection is refused', async () => {
  const client = await clientOf(ok(RIGHT));

  const { code } = await client.ask(question, { replica: 1 });

  expect([code, client.verdict.lost]).toEqual(['OK', 0]);
});

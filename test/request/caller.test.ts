import type { IncomingHttpHeaders } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { KeyStore } from '../../src/auth/keys/key-store.ts';
import { prepareEndpoints } from '../../src/catalog/prepare.ts';
import { Registry } from '../../src/catalog/registry.ts';
import { Runner } from '../../src/execution/runner.ts';
import { graphqlRoute } from '../../src/graphql/route.ts';
import { callerByKey } from '../../src/request/caller.ts';
import { restRoute } from '../../src/rest/route.ts';
import { httpServer } from '../support/http-server.ts';
import { commandLine, NOW } from '../support/keys-command.ts';
import { KnownKeys } from '../support/known-keys.ts';
import { PROJECT } from '../support/project.ts';
import { ScriptedSource } from '../support/scripted-source.ts';

const keys = new KnownKeys();
const first = keys.add();
const second = keys.add();

test.each<[string, IncomingHttpHeaders]>([
  ['X-API-KEY', { 'x-api-key': first }],
  ['Bearer', { authorization: `Bearer ${first}` }],
  ['bearer in lower case', { authorization: `bearer  ${first}` }],
  ['both with one key', { 'x-api-key': first, authorization: `Bearer ${first}` }],
  ['a proxy that adds its own Basic', { 'x-api-key': first, authorization: 'Basic eDp5' }],
])('callerByKey finds the caller in %s, at once', (_, headers) => {
  expect(callerByKey({ headers }, keys)).toMatchObject({ keyId: 'key-1' });
});

test.each<[string, IncomingHttpHeaders, string]>([
  ['no key', {}, 'A key is required: send it as X-API-KEY or as Authorization: Bearer'],
  ['an empty key', { 'x-api-key': '' }, 'A key is required'],
  ['another scheme', { authorization: `Basic ${first}` }, 'A key is required'],
  ['an unknown key', { 'x-api-key': 'abc' }, 'The key is unknown, revoked, expired or mistyped'],
  ['a key sent twice', { 'x-api-key': `${first}, ${first}` }, 'The key is unknown'],
  [
    'two different keys',
    { 'x-api-key': first, authorization: `Bearer ${second}` },
    'Different keys are sent in X-API-KEY, Authorization or the URL: send one',
  ],
])('callerByKey refuses %s', (_, headers, message) => {
  expect(() => callerByKey({ headers }, keys)).toThrow(
    expect.objectContaining({
      code: 'UNAUTHENTICATED',
      status: 401,
      headers: { 'WWW-Authenticate': 'Bearer realm="fieldstone"' },
      message: expect.stringContaining(message),
    }),
  );
});

const PATH = '/api/endpoints/query/usage.api-counts?project=demo&interval=hourly';

async function server(allowsKeyInUrl: boolean, keys?: KeyStore) {
  const registry = new Registry(prepareEndpoints(PROJECT));
  const runner = new Runner(new ScriptedSource(), { dataSource: 'scripted' });
  const routes = { served: () => ({ registry, runner }), clock: () => 1_782_907_200_000_000n };
  return httpServer({
    allowsKeyInUrl,
    routes: [graphqlRoute(routes), restRoute(routes)],
    ...(keys && { keys }),
  });
}

test('a key in the URL is no key where that is not allowed', async () => {
  const { app, key } = await server(false);

  expect((await app.inject({ url: `${PATH}&api_key=${key}` })).statusCode).toBe(401);
});

test.each(['api_key', 'api%5Fkey', '%61pi_key'])(
  'a key in the URL as %s is taken where that is allowed, and kept by nobody',
  async (name) => {
    const { app, key, log } = await server(true);
    const ask = () =>
      app.inject({ url: `${PATH}&${name}=${key}`, headers: { 'if-none-match': '*' } });

    const answers = [await ask(), await ask()];

    for (const { headers, statusCode } of answers) {
      expect(statusCode).toBe(200);
      expect(headers['cache-control']).toBe('no-store');
      expect(headers['etag']).toBeUndefined();
    }
    expect(JSON.stringify(log.entries)).not.toContain(key);
    expect(log.entries.filter(({ msg }) => msg === 'request')).toHaveLength(2);
  },
);

test('a key in the URL serves operations too, and must not differ from the one in a header', async () => {
  const { app, key, keys } = await server(true);
  const url = `/graphql?query=%7B__typename%7D&api_key=${key}`;
  const statusWith = async (other: string) =>
    (await app.inject({ url, headers: { 'x-api-key': other } })).statusCode;

  expect((await app.inject({ url })).json()).toEqual({ data: { __typename: 'Query' } });
  expect(await statusWith(key)).toBe(200);
  expect(await statusWith(keys.add())).toBe(401);
});

test('a key that was put into the path is in no log line, whatever it looks like', async () => {
  const { app, log } = await server(true);
  const secret = 'LF-0123456789-abcdef';

  await app.inject({ url: `/api/endpoints/query/${secret}`, headers: { 'x-api-key': secret } });
  await app.inject({ url: `/x/${secret}?api_key=${secret}` });

  expect(log.entries.map(({ path }) => path)).toEqual(['/api/endpoints/query/…', '/x/…']);
});

test('a key of callers that holds equals signs is read whole, as it is and percent-encoded', async () => {
  const secret = 'bGVnYWN5LWtleS1vZi1jYWxsZXJz/+==';
  const { file, run } = commandLine();
  await run('create --name legacy --secret-stdin', NOW, secret);
  const keys = new KeyStore({ file, onError: (error) => expect.unreachable(error.message) });
  onTestFinished(() => keys.close());
  const { app } = await server(true, keys);

  for (const sent of [secret, encodeURIComponent(secret)]) {
    expect((await app.inject({ url: `${PATH}&api_key=${sent}` })).statusCode).toBe(200);
  }
  expect((await app.inject({ url: `${PATH}&api_key=${secret.slice(0, -1)}` })).statusCode).toBe(
    401,
  );
});

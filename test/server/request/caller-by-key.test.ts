import type { IncomingHttpHeaders } from 'node:http';
import { expect, test } from 'vitest';
import { callerByKey } from '../../../src/server/request/caller-by-key.ts';
import { KnownKeys } from '../../support/known-keys.ts';

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
    'X-API-KEY, Authorization and the URL hold different keys',
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

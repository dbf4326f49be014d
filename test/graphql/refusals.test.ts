import { expect, test } from 'vitest';
import { MemoryRateLimiter } from '../../src/request/rate-limiter.ts';
import { LIMITS } from '../../src/server/hooks/limits.ts';
import { gateway } from '../support/gateway.ts';

const JSON_BODY = { 'content-type': 'application/json' };
const QUERY = JSON.stringify({ query: '{ __typename }' });

interface Asked {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly payload?: string;
}

test.each<[string, Asked, number, string]>([
  ['an unknown path below it', { url: '/graphql/x' }, 404, 'ENDPOINT_NOT_FOUND'],
  ['a trailing slash', { url: '/graphql/' }, 404, 'ENDPOINT_NOT_FOUND'],
  ['an unknown asset', { url: '/graphql/assets/x.js' }, 404, 'ENDPOINT_NOT_FOUND'],
  ['a method that it does not have', { method: 'PUT' }, 405, 'METHOD_NOT_ALLOWED'],
  [
    'a mutation by GET',
    { url: '/graphql?query=mutation%7B__typename%7D' },
    405,
    'METHOD_NOT_ALLOWED',
  ],
  ['a broken path below it', { url: '/graphql/%zz' }, 400, 'BAD_USER_INPUT'],
  ['a URL that is too long', { url: `/graphql?${'x'.repeat(16_384)}` }, 414, 'REQUEST_TOO_LARGE'],
  [
    'a body that is too large',
    { method: 'POST', headers: JSON_BODY, payload: 'x'.repeat(LIMITS.maxBodyBytes + 1) },
    413,
    'REQUEST_TOO_LARGE',
  ],
  [
    'a body of an unknown type',
    { method: 'POST', headers: { 'content-type': 'image/png' }, payload: 'x' },
    415,
    'UNSUPPORTED_MEDIA_TYPE',
  ],
  ['an answer in another form', { headers: { accept: 'image/png' } }, 406, 'NOT_ACCEPTABLE'],
  ['an answer in events', { headers: { accept: 'text/event-stream' } }, 406, 'NOT_ACCEPTABLE'],
  ['an answer in parts', { headers: { accept: 'multipart/*' } }, 406, 'NOT_ACCEPTABLE'],
  [
    'an answer in a form that comes after a hundred others',
    { headers: { accept: `${'image/png,'.repeat(100)}application/json` } },
    406,
    'NOT_ACCEPTABLE',
  ],
  [
    'a body that is no JSON',
    { method: 'POST', headers: JSON_BODY, payload: '{' },
    400,
    'BAD_REQUEST',
  ],
])('the GraphQL path answers %s as a GraphQL response', async (_, asked, status, code) => {
  const { app, key } = await gateway();
  const { method = 'GET', url = `/graphql?query=${encodeURIComponent('{__typename}')}` } = asked;

  const response = await app.inject({
    method,
    url,
    headers: { 'x-api-key': key, ...asked.headers },
    ...(asked.payload && { payload: asked.payload }),
  });

  expect(response.statusCode).toBe(status);
  expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
  const requestId = response.headers['x-request-id'];
  expect(response.json()).toMatchObject({
    errors: [{ message: expect.any(String), extensions: { code, requestId } }],
  });
  expect(Object.keys(response.json().errors[0].extensions).toSorted()).toEqual([
    'code',
    'requestId',
  ]);
});

test('the GraphQL path answers 401, 403 and 429 as GraphQL responses with their headers', async () => {
  const { app, keys } = await gateway({
    rateLimit: {
      limiter: new MemoryRateLimiter(),
      requestsPerMinute: 1,
      refusalsPerMinute: 1,
      countCached: true,
    },
  });
  const key = keys.add();
  const ask = (headers: Readonly<Record<string, string>> = {}) =>
    app.inject({
      method: 'POST',
      url: '/graphql',
      headers: { ...JSON_BODY, ...headers },
      payload: QUERY,
    });

  const refused = await ask();
  const refusedAgain = await ask();
  await ask({ 'x-api-key': key });
  const limited = await ask({ 'x-api-key': key });

  expect([refused, refusedAgain, limited].map(({ statusCode }) => statusCode)).toEqual([
    401, 429, 429,
  ]);
  expect(refused.headers['www-authenticate']).toBe('Bearer realm="fieldstone"');
  expect(refused.json().errors[0].extensions.code).toBe('UNAUTHENTICATED');
  expect(limited.headers['retry-after']).toMatch(/^\d+$/);
  expect(limited.json().errors[0].extensions.code).toBe('RATE_LIMITED');
});

test.each([
  ['application/graphql-response+json', 'application/graphql-response+json; charset=utf-8'],
  [
    'application/graphql-response+json;q=1, application/json;q=0.9',
    'application/graphql-response+json; charset=utf-8',
  ],
  ['application/json, application/graphql-response+json', 'application/json; charset=utf-8'],
  ['*/*', 'application/json; charset=utf-8'],
  ['image/png', 'application/json; charset=utf-8'],
  [
    `${'image/png,'.repeat(100)}application/graphql-response+json`,
    'application/json; charset=utf-8',
  ],
])('the GraphQL path answers an error in the form of Accept: %s', async (accept, type) => {
  const { app } = await gateway();

  const headers = { ...JSON_BODY, accept };
  const response = await app.inject({ method: 'POST', url: '/graphql', headers, payload: QUERY });

  expect(response.statusCode).toBe(401);
  expect(response.headers['content-type']).toBe(type);
});

test.each([
  ['{ nothing }', 'GRAPHQL_VALIDATION_FAILED'],
  ['{', 'GRAPHQL_PARSE_FAILED'],
  ['{ sandbox(endpoint: "x", arguments: {}, sql: "SELECT 1") { rows } }', 'ENDPOINT_NOT_FOUND'],
])('errors of the operation %s carry the id of the request', async (query, code) => {
  const { app, key } = await gateway();

  const response = await app.inject({
    method: 'POST',
    url: '/graphql',
    headers: { ...JSON_BODY, 'x-api-key': key },
    payload: JSON.stringify({ query }),
  });

  expect(response.json().errors[0].extensions).toMatchObject({
    code,
    requestId: response.headers['x-request-id'],
  });
});

test.each(['application/json', 'application/graphql-response+json'])(
  'a fault of ours before an operation runs is 500, and masked: %s',
  async (accept) => {
    class Broken extends Map<string, string> {
      override get(): never {
        throw new Error('secret');
      }
    }
    const { app, key } = await gateway({ documents: { trusted: new Broken() } });

    const response = await app.inject({
      method: 'POST',
      url: '/graphql',
      headers: { ...JSON_BODY, 'x-api-key': key, accept },
      payload: { documentId: 'x' },
    });

    expect(response.statusCode).toBe(500);
    expect(response.json()).toEqual({
      errors: [
        {
          message: 'Something went wrong on our side',
          extensions: { code: 'INTERNAL', requestId: response.headers['x-request-id'] },
        },
      ],
    });
  },
);

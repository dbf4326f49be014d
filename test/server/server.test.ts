import type { FastifyPluginAsync } from 'fastify';
import { expect, test } from 'vitest';
import { type ErrorCode, FieldstoneError, STATUS } from '../../src/errors.ts';
import { httpServer } from '../support/http-server.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A route with one path that needs a key and always fails. */
function failingRoute(error: unknown): FastifyPluginAsync {
  return async (app) => {
    app.get('/fail', async () => {
      throw error;
    });
  };
}

const echoRoute: FastifyPluginAsync = async (app) => {
  app.post('/echo', async ({ body }) => body);
  app.get('/page', { config: { access: 'page' } }, async ({ caller }) => caller?.keyId ?? 'page');
};

test.each([
  ['BAD_USER_INPUT', 'INVALID_ARGUMENT', 'invalid'],
  ['SQL_INVALID', 'INVALID_ARGUMENT', 'invalidQuery'],
  ['UNAUTHENTICATED', 'UNAUTHENTICATED', 'authError'],
  ['FORBIDDEN', 'PERMISSION_DENIED', 'accessDenied'],
  ['ENDPOINT_NOT_FOUND', 'NOT_FOUND', 'notFound'],
  ['METHOD_NOT_ALLOWED', 'UNIMPLEMENTED', 'httpMethodNotAllowed'],
  ['REQUEST_TOO_LARGE', 'OUT_OF_RANGE', 'requestTooLarge'],
  ['UNSUPPORTED_MEDIA_TYPE', 'INVALID_ARGUMENT', 'unsupportedMediaType'],
  ['COST_LIMIT_EXCEEDED', 'FAILED_PRECONDITION', 'bytesBilledLimitExceeded'],
  ['RATE_LIMITED', 'RESOURCE_EXHAUSTED', 'rateLimitExceeded'],
  ['INTERNAL', 'INTERNAL', 'internalError'],
  ['ENGINE_FAILED', 'INTERNAL', 'backendError'],
  ['ENGINE_UNAVAILABLE', 'UNAVAILABLE', 'backendError'],
  ['OVERLOADED', 'UNAVAILABLE', 'backendError'],
  ['QUERY_TIMEOUT', 'DEADLINE_EXCEEDED', 'timeout'],
] satisfies [ErrorCode, string, string][])(
  'createServer answers %s as a problem with the member that BigQuery clients read',
  async (code, word, reason) => {
    const error = new FieldstoneError(code, 'It failed', { headers: { 'Retry-After': '7' } });
    const { app, key } = await httpServer({ routes: [failingRoute(error)] });

    const response = await app.inject({ url: '/fail', headers: { 'x-api-key': key } });

    const status = STATUS[code];
    const { title, requestId, ...body } = response.json();
    expect(response.statusCode).toBe(status);
    expect(response.headers).toMatchObject({
      'content-type': 'application/problem+json; charset=utf-8',
      'retry-after': '7',
      'x-request-id': requestId,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'access-control-allow-origin': '*',
    });
    expect(requestId).toMatch(UUID);
    expect(title).not.toBe('Error');
    expect(body).toEqual({
      type: 'about:blank',
      status,
      detail: 'It failed',
      code,
      error: {
        code: status,
        message: 'It failed',
        status: word,
        errors: [{ reason, message: 'It failed' }],
      },
    });
  },
);

test.each([
  new Error('secret detail'),
  'secret detail',
  Object.assign(new Error('secret detail'), { statusCode: 418 }),
  Object.assign(new Error('secret detail'), { code: 'ECONNRESET' }),
  new FieldstoneError('INTERNAL', 'Something went wrong on our side', {
    cause: new Error('secret detail'),
  }),
])(
  'createServer masks an unexpected failure and logs it with the request id: %s',
  async (error) => {
    const { app, key, log } = await httpServer({ routes: [failingRoute(error)] });

    const response = await app.inject({ url: '/fail', headers: { 'x-api-key': key } });

    const { code, detail, requestId } = response.json();
    expect(response.statusCode).toBe(500);
    expect({ code, detail }).toEqual({
      code: 'INTERNAL',
      detail: 'Something went wrong on our side',
    });
    expect(response.body).not.toContain('secret detail');
    const [line] = log.entries.filter(({ level }) => level === 'error');
    expect(line).toMatchObject({ requestId, code: 'INTERNAL' });
    expect(JSON.stringify(line)).toContain('secret detail');
  },
);

test('createServer takes no request id over from the client', async () => {
  const { app, key } = await httpServer();

  const headers = { 'x-api-key': key, 'request-id': 'mine', 'x-request-id': 'mine' };
  const response = await app.inject({ url: '/nowhere', headers });

  expect(response.headers['x-request-id']).toMatch(UUID);
  expect(response.json().requestId).toBe(response.headers['x-request-id']);
});

test.each(['GET', 'POST', 'DELETE'] as const)(
  'createServer tells whoever has no key nothing about a path: %s',
  async (method) => {
    const { app } = await httpServer({ routes: [echoRoute] });

    for (const url of ['/echo', '/nowhere', '/page']) {
      const response = await app.inject({ method, url });

      expect(response.statusCode).toBe(401);
      expect(response.json().code).toBe('UNAUTHENTICATED');
      expect(response.headers['www-authenticate']).toBe('Bearer realm="fieldstone"');
      expect(response.headers['access-control-allow-origin']).toBe('*');
    }
  },
);

test('createServer answers an unknown path with 404, even to a body of an unknown type', async () => {
  const { app, key } = await httpServer();

  const headers = { 'x-api-key': key, 'content-type': 'image/png' };
  const response = await app.inject({ method: 'POST', url: '/nowhere', headers, payload: 'x' });

  expect(response.statusCode).toBe(404);
  expect(response.json()).toMatchObject({
    code: 'ENDPOINT_NOT_FOUND',
    detail: 'There is nothing at this path; there are /health, /livez, /readyz',
  });
});

test.each([
  ['PUT', '/echo', 'POST, OPTIONS'],
  ['GET', '/echo', 'POST, OPTIONS'],
  ['POST', '/page', 'GET, HEAD, OPTIONS'],
  ['DELETE', '/page?a=b', 'GET, HEAD, OPTIONS'],
] as const)(
  'createServer answers %s %s with 405 and what is allowed',
  async (method, url, allow) => {
    const { app, key } = await httpServer({ routes: [echoRoute] });

    const response = await app.inject({ method, url, headers: { 'x-api-key': key } });

    expect(response.statusCode).toBe(405);
    expect(response.json().code).toBe('METHOD_NOT_ALLOWED');
    expect(response.headers.allow?.toString().split(', ').sort()).toEqual(allow.split(', ').sort());
  },
);

test('createServer lets a browser see a page without a key, and nothing else', async () => {
  const { app, key } = await httpServer({ routes: [echoRoute] });
  const accept = 'text/html,application/xhtml+xml';

  const page = await app.inject({ url: '/page', headers: { accept } });
  const data = await app.inject({ url: '/page', headers: { accept: 'application/json' } });
  const withKey = await app.inject({ url: '/page', headers: { 'x-api-key': key } });
  const elsewhere = await app.inject({ url: '/nowhere', headers: { accept } });

  expect(page.body).toBe('page');
  expect(data.statusCode).toBe(401);
  expect(withKey.body).toBe('key-1');
  expect(elsewhere.statusCode).toBe(401);
});

test.each([
  ['image/png', 'x', 415, 'UNSUPPORTED_MEDIA_TYPE'],
  ['nonsense', 'x', 415, 'UNSUPPORTED_MEDIA_TYPE'],
  ['application/json', '{"a":', 400, 'BAD_USER_INPUT'],
  ['application/json', '', 400, 'BAD_USER_INPUT'],
  ['application/json', '{"__proto__":{}}', 400, 'BAD_USER_INPUT'],
  ['application/json', `"${'x'.repeat(1_048_576)}"`, 413, 'REQUEST_TOO_LARGE'],
])('createServer speaks of a body as %s in its own codes', async (type, payload, status, code) => {
  const { app, key } = await httpServer({ routes: [echoRoute] });

  const headers = { 'x-api-key': key, 'content-type': type };
  const response = await app.inject({ method: 'POST', url: '/echo', headers, payload });

  expect(response.statusCode).toBe(status);
  expect(response.json().code).toBe(code);
  expect(response.json().requestId).toBe(response.headers['x-request-id']);
});

test.each(['/%', '/%zz', '/%c3%28', '/page%ff'])(
  'createServer answers the broken path %s with 400',
  async (url) => {
    const { app, key } = await httpServer({ routes: [echoRoute] });

    const response = await app.inject({ url, headers: { 'x-api-key': key } });

    expect(response.statusCode).toBe(400);
    expect(response.json().code).toBe('BAD_USER_INPUT');
    expect(response.headers['x-request-id']).toMatch(UUID);
  },
);

test.each([
  ['/echo?', 16_384, 405],
  ['/echo?', 16_385, 414],
  ['/', 16_384, 404],
  ['/', 16_385, 414],
])('createServer answers %s of %i bytes with %i', async (start, length, status) => {
  const { app, key } = await httpServer({ routes: [echoRoute] });

  const response = await app.inject({
    url: start.padEnd(length, 'x'),
    headers: { 'x-api-key': key },
  });

  expect(response.statusCode).toBe(status);
});

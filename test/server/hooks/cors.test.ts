import { expect, test } from 'vitest';
import { httpServer } from '../../support/http-server.ts';

const PREFLIGHT = {
  origin: 'https://app.example.com',
  'access-control-request-method': 'GET',
  'access-control-request-headers': 'x-api-key,svc-endpoint-redact-pii',
};

test.each(['/livez', '/graphql', '/nowhere'])(
  'createServer answers the preflight of %s without a key',
  async (url) => {
    const { app } = await httpServer();

    const response = await app.inject({ method: 'OPTIONS', url, headers: PREFLIGHT });

    expect(response.statusCode).toBe(204);
    expect(response.headers['access-control-allow-origin']).toBe('*');
    expect(response.headers['access-control-allow-methods']).toBe('GET, HEAD, POST');
    expect(response.headers['access-control-allow-credentials']).toBeUndefined();
    const allowed = response.headers['access-control-allow-headers']?.toString().toLowerCase();
    expect(allowed?.split(', ')).toEqual(
      expect.arrayContaining([
        'x-api-key',
        'authorization',
        'content-type',
        'svc-endpoint-redact-pii',
        'lf-endpoint-redact-pii',
      ]),
    );
  },
);

test('createServer answers OPTIONS that is no preflight', async () => {
  const { app } = await httpServer();

  expect((await app.inject({ method: 'OPTIONS', url: '/livez' })).statusCode).toBe(204);
});

test('createServer lets browsers of the listed origins read, also errors, and no others', async () => {
  const { app } = await httpServer({
    corsOrigins: ['https://app.example.com', 'https://b.example.com'],
  });
  const allowOrigin = async (origin: string, method: 'GET' | 'OPTIONS') => {
    const response = await app.inject({ method, url: '/x', headers: { ...PREFLIGHT, origin } });
    expect(response.headers.vary).toContain('Origin');
    return response.headers['access-control-allow-origin'];
  };

  expect(await allowOrigin('https://b.example.com', 'GET')).toBe('https://b.example.com');
  expect(await allowOrigin('https://b.example.com', 'OPTIONS')).toBe('https://b.example.com');
  expect(await allowOrigin('https://c.example.com', 'GET')).toBeUndefined();
  expect(await allowOrigin('https://c.example.com', 'OPTIONS')).toBeUndefined();
});

test('createServer lets a browser read the headers that belong to an answer', async () => {
  const { app } = await httpServer();

  const { headers } = await app.inject({ url: '/livez', headers: { origin: 'https://a.example' } });

  expect(headers['access-control-expose-headers']?.toString().split(', ')).toEqual(
    expect.arrayContaining(['Fieldstone-Truncated', 'Retry-After', 'X-Request-Id']),
  );
});

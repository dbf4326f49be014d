import { expect, test } from 'vitest';
import type { McpRouteOptions } from '../../src/mcp/route.ts';
import { gateway } from '../support/gateway.ts';
import { sendMessage } from '../support/mcp-call.ts';

const AUTHORIZATION = {
  issuer: 'https://id.example.com',
  resource: 'https://data.example.com',
};

const open = (tools: Partial<McpRouteOptions> = {}) => gateway({ tools });

test('without a key a client is told where the metadata of the resource is', async () => {
  const { app } = await open({ authorization: AUTHORIZATION });

  const refused = await app.inject({ method: 'POST', url: '/mcp', payload: {} });
  const other = await app.inject({ url: '/api/endpoints' });
  const wrong = await app.inject({
    method: 'POST',
    url: '/mcp',
    headers: { authorization: 'Bearer nosuch' },
    payload: {},
  });

  const challenge =
    'Bearer realm="fieldstone", resource_metadata="https://data.example.com/.well-known/oauth-protected-resource/mcp"';
  expect([refused.statusCode, refused.headers['www-authenticate']]).toEqual([401, challenge]);
  expect([wrong.statusCode, wrong.headers['www-authenticate']]).toEqual([401, challenge]);
  expect(other.headers['www-authenticate']).toBe('Bearer realm="fieldstone"');
});

test.each(['/.well-known/oauth-protected-resource', '/.well-known/oauth-protected-resource/mcp'])(
  '%s answers without a key',
  async (url) => {
    const { app } = await open({ authorization: AUTHORIZATION });

    const { headers, statusCode, body } = await app.inject({ url });

    expect(statusCode).toBe(200);
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(JSON.parse(body)).toEqual({
      resource: 'https://data.example.com',
      authorization_servers: ['https://id.example.com'],
      bearer_methods_supported: ['header'],
      resource_name: 'Fieldstone',
    });
  },
);

test.each([
  '/.well-known/openid-configuration',
  '/.well-known/oauth-authorization-server/mcp',
  '/.well-known/',
  '/.well-known/oauth-protected-resource/graphql',
])('%s is 404 without a key, and names no path', async (url) => {
  const { app } = await open({ authorization: AUTHORIZATION });

  const { statusCode, body } = await app.inject({ url });

  expect(statusCode).toBe(404);
  expect(body).not.toContain('/api');
});

test('without an identity provider there is no metadata, and no word of it', async () => {
  const { app } = await open();

  const refused = await app.inject({ method: 'POST', url: '/mcp', payload: {} });
  const { statusCode } = await app.inject({ url: '/.well-known/oauth-protected-resource' });

  expect(refused.headers['www-authenticate']).toBe('Bearer realm="fieldstone"');
  expect(statusCode).toBe(404);
});

test.each<[string, Readonly<Record<string, string>>, boolean]>([
  ['no origin', {}, true],
  ['its own origin', { host: 'data.local:4000', origin: 'http://data.local:4000' }, true],
  ['its public origin', { origin: 'https://data.example.com' }, true],
  ['an origin that is named', { origin: 'https://app.example.com' }, true],
  ['an origin that a pattern names', { origin: 'https://a.b.example.org' }, true],
  ['another origin', { origin: 'https://evil.example' }, false],
  ['another port of its own', { host: 'data.local:4000', origin: 'http://data.local:1' }, false],
  ['the origin of a file', { origin: 'null' }, false],
])('a request with %s', async (_, headers, isAllowed) => {
  const own = await gateway({
    tools: { address: { publicUrl: 'https://data.example.com' } },
    cors: { corsOrigins: ['*', 'https://app.example.com', 'https://*.example.org'] },
  });

  const { status } = await sendMessage(own, 'tools/list', {}, { headers });

  expect(status).toBe(isAllowed ? 200 : 403);
});

test.each<[string, boolean]>([
  ['localhost:4000', true],
  ['127.0.0.1', true],
  ['127.0.0.2:4000', true],
  ['[::1]:4000', true],
  ['data.example.com', true],
  ['evil.example:4000', false],
  ['localhost.evil.example', false],
  ['127.0.0.1.evil.example', false],
  ['127.evil.example', false],
])('on a loopback address the host %s', async (host, isAllowed) => {
  const address = { publicUrl: 'https://data.example.com', isLoopback: true };
  const own = await open({ address });

  const { status } = await sendMessage(own, 'tools/list', {}, { headers: { host } });

  expect(status).toBe(isAllowed ? 200 : 403);
});

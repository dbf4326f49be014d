import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { exampleGateway } from '../examples/example-gateway.ts';
import { openPage } from '../support/browser.ts';
import { CHROMIUM } from '../support/chromium.ts';
import { httpServer, listen } from '../support/http-server.ts';
import { crossOriginFetch, type PageAnswer, type PageRequest } from './cross-origin-fetch.ts';

type PageFetch = (url: string, request: PageRequest) => Promise<PageAnswer>;

/** `fetch` of an empty page that another server serves, in a real browser. */
async function chromiumFetch(): Promise<PageFetch> {
  const site = createServer((_, response) => {
    response.setHeader('content-type', 'text/html').end('<link rel="icon" href="data:,">');
  });
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  onTestFinished(() => void site.close());
  const { port } = site.address() as AddressInfo;
  const { page } = await openPage(`http://127.0.0.1:${port}/`);
  return (url, request) =>
    page.evaluate(
      async ([target, init]) => {
        const response = await fetch(target, init);
        const text = await response.text();
        return { status: response.status, headers: Object.fromEntries(response.headers), text };
      },
      [url, request] as const,
    );
}

/** The same in Node, by the Fetch standard. */
async function standardFetch(): Promise<PageFetch> {
  return (url, request) => crossOriginFetch('https://app.example.com', url, request);
}

const STATS = '/api/endpoints/query/functions.invocation-stats?project=demo&interval=1hr';
const OPERATION = '{ logsAll(project: "demo", projectTier: PRO) { rows { id } } }';

for (const [name, open, isHere] of [
  ['a fetch by the standard', standardFetch, true],
  ['a fetch in Chromium', chromiumFetch, CHROMIUM !== undefined],
] as const) {
  test.skipIf(!isHere)(`${name} asks GraphQL from another origin and reads all of it`, async () => {
    const { url, key } = await exampleGateway();
    const pageFetch = await open();

    const { status, headers, text } = await pageFetch(`${url}/graphql`, {
      method: 'POST',
      headers: {
        'x-api-key': key,
        'content-type': 'application/json',
        'apollographql-client-name': 'a page',
      },
      body: JSON.stringify({ query: OPERATION }),
    });

    expect(status).toBe(200);
    expect(JSON.parse(text).data.logsAll.rows).toHaveLength(4);
    expect(headers['server-timing']).toMatch(/^queue;dur=.*, engine;dur=.*, encode;dur=/);
    expect(headers['x-request-id']).toMatch(/^[\da-f-]{36}$/);
  });

  test.skipIf(!isHere)(`${name} asks REST from another origin and validates it`, async () => {
    const { url, key } = await exampleGateway();
    const pageFetch = await open();
    const ask = (more: PageRequest['headers'] = {}) =>
      pageFetch(`${url}${STATS}`, {
        method: 'GET',
        headers: { authorization: `Bearer ${key}`, 'svc-endpoint-redact-pii': '1', ...more },
      });

    const { status, headers } = await ask();
    const again = await ask({ 'if-none-match': headers['etag'] ?? '' });

    expect(status).toBe(200);
    expect(headers['age']).toBe('0');
    expect(headers['cache-status']).toContain('fieldstone');
    expect(again).toMatchObject({ status: 304, text: '' });
  });

  test.skipIf(!isHere)(`${name} reads why it was refused`, async () => {
    const { url } = await exampleGateway();
    const pageFetch = await open();

    const graphql = await pageFetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'x-api-key': 'none', 'content-type': 'application/json' },
      body: JSON.stringify({ query: OPERATION }),
    });
    const rest = await pageFetch(`${url}${STATS}`, {
      method: 'GET',
      headers: { 'x-api-key': 'none' },
    });

    expect([graphql.status, rest.status]).toEqual([401, 401]);
    expect(JSON.parse(graphql.text).errors[0].extensions.code).toBe('UNAUTHENTICATED');
    expect(JSON.parse(rest.text).code).toBe('UNAUTHENTICATED');
    expect(rest.headers['www-authenticate']).toContain('Bearer');
  });
}

test('a fetch by the standard reads nothing from an origin that is not listed', async () => {
  const { app, key } = await httpServer({ corsOrigins: ['https://app.example.com'] });
  const url = `http://127.0.0.1:${await listen(app)}/livez`;
  const request = { method: 'GET', headers: { 'x-api-key': key } } as const;

  const { status } = await crossOriginFetch('https://app.example.com', url, request);

  expect(status).toBe(200);
  await expect(crossOriginFetch('https://b.example.com', url, request)).rejects.toThrow(
    'https://b.example.com may not read this',
  );
});

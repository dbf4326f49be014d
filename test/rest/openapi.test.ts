import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { prepareEndpoints } from '../../src/catalog/prepare.ts';
import { STATUS } from '../../src/errors.ts';
import { OPENAPI_FILE, printOpenApi } from '../../src/rest/print.ts';
import { type Gateway, gateway } from '../support/gateway.ts';
import { edgeRow, invocationRow } from '../support/log-rows.ts';
import { PROJECT } from '../support/project.ts';

interface Document {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<'get' | 'post', Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, object>>;
    readonly responses: object;
    readonly headers: object;
  };
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly example?: object }>>;
  };
  readonly responses: Readonly<Record<string, object>>;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly example?: string;
  readonly required?: boolean;
  readonly schema: object;
}

const ROWS = {
  'cloudflare.logs.prod': [edgeRow({ at: '2026-07-01T11:59:00Z' })],
  'deno-relay-logs': [invocationRow({ at: '2026-07-01T11:59:00Z' })],
};

async function documentOf({ app }: Gateway, key: string): Promise<Document> {
  const { json, statusCode } = await app.inject({
    url: '/openapi.json',
    headers: { 'x-api-key': key },
  });
  expect(statusCode).toBe(200);
  return json();
}

/** A schema of the document as a check of values. */
function checkOf({ components }: Document, name: string): z.ZodType {
  const text = JSON.stringify({ $defs: components.schemas, $ref: `#/$defs/${name}` });
  return z.fromJSONSchema(JSON.parse(text.replaceAll('#/components/schemas/', '#/$defs/')));
}

test('the committed contract is the one that the code prints', () => {
  expect(readFileSync(OPENAPI_FILE, 'utf8')).toBe(printOpenApi(prepareEndpoints(PROJECT)));
});

test('a key that may do everything sees the committed contract', async () => {
  const server = await gateway();

  expect(await documentOf(server, server.key)).toEqual(
    JSON.parse(printOpenApi(prepareEndpoints(PROJECT))),
  );
});

test('every reference in the contract leads somewhere, and every code and operation is named once', () => {
  const text = printOpenApi(prepareEndpoints(PROJECT));
  const document: Document = JSON.parse(text);

  const references = [...text.matchAll(/"\$ref": "#\/([^"]+)"/g)].map(([, path = '']) => path);
  expect(references.length).toBeGreaterThan(50);
  for (const path of references) {
    const target = path
      .split('/')
      .reduce<unknown>((at, name) => (at as Record<string, unknown>)?.[name], document);
    expect({ path, target }).toEqual({ path, target: expect.any(Object) });
  }
  for (const code of Object.keys(STATUS)) expect(text).toContain(`\`${code}\``);
  const ids = [...text.matchAll(/"operationId": "(\w+)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

test('every example of the contract runs, and its rows are those of the schema', async () => {
  const server = await gateway({ rows: ROWS });
  const document = await documentOf(server, server.key);
  const headers = { 'x-api-key': server.key };
  const runnable = Object.entries(document.paths).filter(([path]) => path.includes('/query/'));
  expect(runnable).toHaveLength(PROJECT.endpoints.length);
  let withRows = 0;

  for (const [path, { get, post }] of runnable) {
    const values = (get.parameters ?? []).flatMap(({ example, name }) =>
      example === undefined ? [] : [[name, example]],
    );
    const response = await server.app.inject({
      url: `${path}?${new URLSearchParams(values)}`,
      headers,
    });
    const { result } = response.json();
    expect(response.statusCode).toBe(200);
    withRows += Number(result.length > 0);
    const row = checkOf(document, `${post.operationId.slice('post'.length)}Row`);
    for (const one of result) expect(row.safeParse(one)).toMatchObject({ success: true });
    expect(row.safeParse({ ...result[0], timestamp: [] }).success).toBe(false);

    const body = post.requestBody?.content['application/json']?.example;
    const posted = await server.app.inject({
      method: 'POST',
      url: path,
      headers,
      payload: body ?? {},
    });
    expect(posted.json()).toEqual({ result: [{ n: 1 }] });
  }
  expect(withRows).toBeGreaterThanOrEqual(3);
});

test('failures are those of the schema', async () => {
  const server = await gateway();
  const document = await documentOf(server, server.key);
  const problem = checkOf(document, 'Problem');

  for (const path of ['logs.all', 'nothing', 'logs.all?project=a&sql=SELEC', 'logs.all?lql=x']) {
    const url = `/api/endpoints/query/${path}`;
    const { json, statusCode } = await server.app.inject({
      url,
      headers: { 'x-api-key': server.key },
    });

    expect(problem.safeParse(json())).toMatchObject({ success: true });
    expect(document.paths['/api/endpoints/query/logs.all']?.get.responses).toHaveProperty(
      `${statusCode}`,
    );
  }
});

test('a key sees what it may run, with its pins', async () => {
  const server = await gateway();
  const key = server.keys.add({
    endpoints: new Set(['logs.all']),
    pins: new Map([['project', 'abc']]),
    sandbox: false,
  });

  const { components, paths } = await documentOf(server, key);

  expect(Object.keys(paths)).toEqual([
    '/api/endpoints/query/logs.all',
    '/api/endpoints/logs.all/cost',
    '/api/endpoints',
    '/api/endpoints/{idOrName}',
    '/openapi.json',
    '/livez',
    '/health',
    '/readyz',
  ]);
  const parameters = paths['/api/endpoints/query/logs.all']?.get.parameters ?? [];
  expect(parameters.map(({ name }) => name)).not.toContain('sql');
  expect(parameters[0]).toMatchObject({ name: 'project', schema: { const: 'abc' } });
  expect(parameters[0]?.required).toBeUndefined();
  expect(components.schemas).not.toHaveProperty('UsageApiCountsRow');
});

test('the page needs no key, its files are kept for good, and the contract needs a key', async () => {
  const { app } = await gateway();
  const headers = { accept: 'text/html', 'accept-encoding': 'br' };

  const page = await app.inject({ url: '/docs', headers: { accept: 'text/html' } });
  const contract = await app.inject({ url: '/openapi.json', headers });
  const files = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url = '']) => url);
  const assets = files.filter((url) => url !== '/' && url !== '/graphql');

  expect(page.statusCode).toBe(200);
  expect((await app.inject('/docs')).body).toBe(page.body);
  expect(page.headers['content-security-policy']).toContain("default-src 'none'");
  expect(contract.statusCode).toBe(401);
  expect(assets).toHaveLength(5);
  let transferred = 0;
  for (const url of assets) {
    expect(url).toMatch(/^\/docs\/assets\/[\w-]+\.[0-9a-f]{12}\.\w+$/);
    const { headers: sent, rawPayload, statusCode } = await app.inject({ url, headers });
    expect(statusCode).toBe(200);
    expect(sent['cache-control']).toBe('public, max-age=31536000, immutable');
    transferred += rawPayload.length;
  }
  expect(transferred).toBeLessThan(1_000_000);
  expect((await app.inject({ url: '/docs/assets/docs.js' })).statusCode).toBe(404);
});

import { existsSync, readdirSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { expect, test } from 'vitest';
import { prepareEndpoints } from '../../src/catalog/prepare.ts';
import { camelCase } from '../../src/project/names.ts';
import { BUILT } from '../../src/server/pages/built-page.ts';
import { gateway } from '../support/gateway.ts';
import { PROJECT } from '../support/project.ts';

/** The folders of built files, by the path that they are served below. */
const ASSETS = {
  '/graphql/assets/': new URL('graphiql/assets/', BUILT),
  '/assets/': new URL('console/assets/', BUILT),
};

/** Everything of the endpoints that callers with a key can write, as REST and as GraphQL spell it. */
const NAMES = prepareEndpoints(PROJECT).flatMap(({ definition, columns, views }) => [
  definition.name,
  definition.id,
  ...Object.keys(definition.parameters),
  ...columns.map(({ name }) => name),
  ...[...views.values()].flatMap((view) => view.columns.map(({ name }) => name)),
]);

/** Names that are no word by themselves, which some library would use too, as browsers do `nodeName`. */
const TELLING = [...new Set(NAMES.flatMap((name) => [name, camelCase(name)]))].filter(
  (name) => /[a-z\d][A-Z]|[._-]/.test(name) && name !== 'nodeName',
);

/** Every path, with what a browser, a program and nobody in particular accept. */
async function fetched(app: FastifyInstance, url: string): Promise<readonly string[]> {
  const accepted = ['text/html', 'application/json', undefined];
  const responses = await Promise.all(
    accepted.map((accept) => app.inject({ url, headers: accept ? { accept } : {} })),
  );
  return responses.map(({ headers, body }) => JSON.stringify(headers) + body);
}

const PATHS = [
  '/',
  '/docs',
  '/openapi.json',
  '/graphql',
  '/graphql/page',
  '/graphql?query={__schema{types{name}}}',
  '/graphql/assets/schema.graphql',
  '/api/endpoints',
  '/api/endpoints/logs.all',
  '/api/endpoints/query/x',
  '/endpoints/query/x',
  '/mcp',
  '/.well-known/oauth-protected-resource/mcp',
  '/metrics',
  '/livez',
  '/readyz',
  '/health',
  '/nosuch',
];

test('the names are there to be found: with a key they are', async () => {
  const { app, key } = await gateway();

  const { body } = await app.inject({ url: '/graphql/page', headers: { 'x-api-key': key } });

  expect(TELLING.length).toBeGreaterThan(20);
  expect(TELLING.filter((name) => body.includes(name)).length).toBeGreaterThan(20);
});

test.each(PATHS)(
  'nothing of %s names an endpoint, an argument or a column without a key',
  async (path) => {
    const { app } = await gateway();

    for (const answer of await fetched(app, path)) {
      const shown = answer.replaceAll(path, '');
      expect(TELLING.filter((name) => shown.includes(name))).toEqual([]);
    }
  },
);

test.skipIf(!Object.values(ASSETS).every(existsSync))(
  'no file of the pages names one either',
  async () => {
    const { app } = await gateway();
    const docs = (await app.inject({ url: '/docs', headers: { accept: 'text/html' } })).body;
    const files = [
      ...[...docs.matchAll(/"(\/docs\/assets\/[^"]+)"/g)].map(([, url = '']) => url),
      ...Object.entries(ASSETS).flatMap(([path, folder]) =>
        readdirSync(folder)
          .filter((name) => !name.endsWith('.br'))
          .map((name) => path + name),
      ),
    ];
    const named: string[] = [];

    for (const url of files) {
      const { statusCode, body } = await app.inject({ url });
      expect([url, statusCode]).toEqual([url, 200]);
      named.push(...TELLING.filter((name) => body.includes(name)).map((name) => `${url}: ${name}`));
    }

    expect(files.length).toBeGreaterThan(10);
    expect(named).toEqual([]);
  },
);

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { SDL_FILE } from '../../src/graphql/print.ts';
import { BUILT } from '../../src/server/pages/built-page.ts';
import { gateway } from '../support/gateway.ts';
import { PROJECT } from '../support/project.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const ASSETS = new URL('graphiql/assets/', BUILT);
const isBuilt = existsSync(ASSETS);
const built = isBuilt ? readdirSync(ASSETS).filter((name) => !name.endsWith('.br')) : ['none'];
const HTML = { accept: 'text/html' };

test.skipIf(!isBuilt)(
  'the page is there without a key, and holds no address of another origin',
  async () => {
    const { app } = await gateway();

    const response = await app.inject({ url: '/graphql', headers: HTML });

    expect(response.statusCode).toBe(200);
    expect(response.headers['content-security-policy']).toContain("default-src 'none'");
    expect(response.headers['cache-control']).toBe('no-cache');
    expect(response.body).not.toMatch(/https?:\/\//);
  },
);

test('the page says so where it is not built, and the API answers', async () => {
  const folder = pathToFileURL(`${temporaryFolder()}/`);
  const { app, key } = await gateway({ pages: folder });

  const page = await app.inject({ url: '/graphql', headers: HTML });
  const api = await app.inject({
    url: '/graphql?query={__typename}',
    headers: { 'x-api-key': key },
  });

  expect(page.statusCode).toBe(503);
  expect(page.body).toContain('GraphiQL is not built');
  expect(api.json()).toEqual({ data: { __typename: 'Query' } });
});

test.skipIf(!isBuilt).each(built)(
  'the asset %s needs no key, is compressed, and cached for good',
  async (name) => {
    const { app } = await gateway();
    const url = `/graphql/assets/${name}`;

    const coded = await app.inject({ url, headers: { 'accept-encoding': 'gzip, br' } });
    const plain = await app.inject({ url });

    expect(name).toMatch(/-[\w-]{8}\.\w+$/);
    expect(coded.statusCode).toBe(200);
    expect(coded.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(coded.headers['content-encoding']).toBe('br');
    expect(coded.headers['vary']).toContain('Accept-Encoding');
    expect(brotliDecompressSync(coded.rawPayload).equals(plain.rawPayload)).toBe(true);
  },
);

test.skipIf(!isBuilt)('an asset goes out as it is where Brotli is refused', async () => {
  const { app } = await gateway();
  const name = built.find((file) => file.endsWith('.css'));

  const headers = { 'accept-encoding': 'br;q=0, identity' };
  const response = await app.inject({ url: `/graphql/assets/${name}`, headers });

  expect(response.headers['content-encoding']).toBeUndefined();
  expect(response.body).toContain('graphiql');
});

test.each(['nosuch.js', '..%2findex.html', '__proto__'])('there is no asset %s', async (file) => {
  const { app } = await gateway();

  expect((await app.inject({ url: `/graphql/assets/${file}` })).statusCode).toBe(404);
});

test('the page learns of the endpoints and the schema with a key', async () => {
  const { app, keys } = await gateway();
  const key = keys.add({ endpoints: new Set(['logs.all']) });

  const refused = await app.inject({ url: '/graphql/page', headers: HTML });
  const told = await app.inject({ url: '/graphql/page', headers: { 'x-api-key': key } });

  expect(refused.statusCode).toBe(401);
  expect(told.headers['cache-control']).toBe('no-store');
  expect(told.json().endpoints).toHaveLength(PROJECT.endpoints.length);
  expect(told.json().schema).toBe(readFileSync(SDL_FILE, 'utf8').trimEnd());
});

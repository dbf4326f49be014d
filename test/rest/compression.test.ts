import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { Row } from '../../src/googlesql/value.ts';
import { settled } from '../support/cached.ts';
import { cachedServer } from '../support/cached-server.ts';
import { comparableHeaders } from '../support/comparable-headers.ts';
import { ASKED, restServer } from '../support/rest-server.ts';
import { ScriptedSource } from '../support/scripted-source.ts';

const PATH = '/api/endpoints/query/usage.api-counts?project=demo&interval=minutely';

const ROW: Row = ['2026-07-01T10:00:00', 1, 2, 3, 4];
/** More than is sent without compression. */
const MANY: readonly Row[] = Array.from({ length: 60 }, (_, i) => [
  `2026-07-01T10:00:${i}`,
  i,
  2,
  3,
  4,
]);

type Server = Awaited<ReturnType<typeof cachedServer>>;
type Headers = Readonly<Record<string, string>>;

function get({ app, key }: Server, headers: Headers = {}) {
  return app.inject({ url: PATH, headers: { 'x-api-key': key, ...headers } });
}

test.each([
  ['gzip', 'gzip', gunzipSync],
  ['br', 'br', brotliDecompressSync],
  ['zstd', 'zstd', zstdDecompressSync],
  ['gzip;q=0.5, br;q=0.1', 'gzip', gunzipSync],
])('restRoute compresses kept rows for Accept-Encoding: %s', async (accept, coding, decompress) => {
  const server = await cachedServer(() => ({ rows: MANY }));
  const plain = await get(server);

  const coded = await get(server, { 'accept-encoding': accept });
  const again = await get(server, { 'accept-encoding': accept });

  expect(coded.headers['content-encoding']).toBe(coding);
  expect(coded.headers['content-length']).toBe(String(coded.rawPayload.length));
  expect(coded.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2);
  expect(decompress(coded.rawPayload).toString()).toBe(plain.body);
  expect(coded.headers.etag).not.toBe(plain.headers.etag);
  expect(again.headers.etag).toBe(coded.headers.etag);
  expect(again.rawPayload.equals(coded.rawPayload)).toBe(true);
});

test('restRoute sends what is made fastest first, and what is smallest from then on', async () => {
  const server = await cachedServer(() => ({ rows: MANY }));
  const headers = { 'accept-encoding': 'gzip, deflate, br, zstd' };

  const first = await get(server, headers);
  let last = first;
  while (last.headers['content-encoding'] !== 'br') {
    await settled();
    last = await get(server, headers);
  }
  const revalidated = await get(server, {
    ...headers,
    'if-none-match': first.headers.etag?.toString() ?? '',
  });

  expect(first.headers['content-encoding']).toBe('zstd');
  expect(brotliDecompressSync(last.rawPayload)).toEqual(zstdDecompressSync(first.rawPayload));
  expect(revalidated.statusCode).toBe(304);
  expect(revalidated.headers.etag).toBe(first.headers.etag);
});

test('restRoute sends no tag of a coding that the client does not take', async () => {
  const server = await cachedServer(() => ({ rows: MANY }));
  const gzipped = await get(server, { 'accept-encoding': 'gzip' });
  const plain = await get(server);

  const asPlain = await get(server, { 'if-none-match': gzipped.headers.etag?.toString() ?? '' });
  const asGzip = await get(server, {
    'accept-encoding': 'gzip',
    'if-none-match': plain.headers.etag?.toString() ?? '',
  });

  expect(asPlain.statusCode).toBe(200);
  expect(asGzip.statusCode).toBe(200);
});

test('restRoute does not compress what is short, unless plain bytes are refused', async () => {
  const server = await cachedServer(() => ({ rows: [ROW] }));

  const short = await get(server, { 'accept-encoding': 'gzip, br' });
  const refused = await get(server, { 'accept-encoding': 'gzip, identity;q=0' });

  expect(short.headers).not.toHaveProperty('content-encoding');
  expect(refused.headers['content-encoding']).toBe('gzip');
});

test.each([
  ['gzip, br', 'gzip', gunzipSync],
  ['gzip, br, zstd', 'zstd', zstdDecompressSync],
])('restRoute compresses rows that are not kept for %s', async (accept, coding, decompress) => {
  const { app, key } = await restServer(new ScriptedSource([['a', 1, 'text '.repeat(1_000), []]]));

  const plain = await app.inject({ url: ASKED, headers: { 'x-api-key': key } });
  const coded = await app.inject({
    url: ASKED,
    headers: { 'x-api-key': key, 'accept-encoding': accept },
  });

  expect(coded.headers['content-encoding']).toBe(coding);
  expect(decompress(coded.rawPayload).toString()).toBe(plain.body);
  expect(coded.headers).not.toHaveProperty('etag');
});

test.each(['', 'gzip', 'br', 'zstd'])(
  'restRoute answers HEAD with the headers of GET where %j is accepted',
  async (accept) => {
    const server = await cachedServer(() => ({ rows: MANY }));
    const headers = { 'x-api-key': server.key, 'accept-encoding': accept };
    await server.app.inject({ url: PATH, headers });

    const full = await server.app.inject({ url: PATH, headers });
    const head = await server.app.inject({ method: 'HEAD', url: PATH, headers });

    expect(comparableHeaders(head.headers)).toEqual(comparableHeaders(full.headers));
    expect(head.headers['content-length']).toBe(String(full.rawPayload.length));
    expect(head.body).toBe('');
  },
);

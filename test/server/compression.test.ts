import { Readable } from 'node:stream';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { Draining } from '../../src/server/lifecycle/drain.ts';
import { comparableHeaders } from '../support/comparable-headers.ts';
import { gateway } from '../support/gateway.ts';
import { httpServer } from '../support/http-server.ts';
import { edgeRow } from '../support/log-rows.ts';

const DECODERS = { br: brotliDecompressSync, gzip: gunzipSync, zstd: zstdDecompressSync } as const;
const OPERATION = '/graphql?query=%7B__schema%7Btypes%7Bname%20description%7D%7D%7D';

test.each(['br', 'gzip', 'zstd'] as const)(
  'long answers of every path are sent as %s',
  async (coding) => {
    const { app, key } = await gateway();
    const page = await app.inject({ url: '/graphql', headers: { accept: 'text/html' } });
    const [script = ''] = /\/graphql\/assets\/[\w.-]+\.js/.exec(page.body) ?? [];

    for (const url of [OPERATION, '/api/endpoints', '/openapi.json', script]) {
      const plain = await app.inject({ url, headers: { 'x-api-key': key } });
      const coded = await app.inject({
        url,
        headers: { 'x-api-key': key, 'accept-encoding': coding },
      });

      expect(plain.headers['content-encoding']).toBeUndefined();
      expect(coded.headers['content-encoding']).toBe(coding);
      expect(coded.headers.vary).toContain('Accept-Encoding');
      expect(coded.headers['content-length']).toBe(String(coded.rawPayload.length));
      expect(coded.headers['x-request-id']).toBeDefined();
      expect(DECODERS[coding](coded.rawPayload).toString()).toBe(plain.body);
      expect(coded.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2);
    }
  },
);

test.each(['br', 'gzip', 'zstd'] as const)('long errors are sent as %s', async (coding) => {
  const { app, key } = await gateway();
  // Its message has all signatures of the operator.
  const sql = new URLSearchParams({
    project: 'demo',
    project_tier: 'PRO',
    sql: "SELECT CONCAT('a') + 1",
  });

  for (const url of [`/api/endpoints/query/logs.all?${sql}`, '/nowhere/'.padEnd(1_500, 'x')]) {
    const headers = { 'x-api-key': key, 'accept-encoding': coding };
    const coded = await app.inject({ url, headers });

    expect(coded.statusCode).toBeOneOf([400, 404]);
    expect(coded.headers['content-type']).toContain('application/problem+json');
    expect(coded.headers['content-encoding']).toBe(coding);
    expect(coded.headers.vary).toContain('Accept-Encoding');
    const { status } = JSON.parse(DECODERS[coding](coded.rawPayload).toString());
    expect(status).toBe(coded.statusCode);
  }
});

test('the error of a compressed stream is not said to be compressed', async () => {
  const failing = () =>
    new Readable({
      read() {
        this.destroy(new Error('The stream fails'));
      },
    });
  const { app, key } = await httpServer({
    routes: [
      async (routes) => {
        routes.get('/rows', async (_, reply) =>
          reply.header('Content-Encoding', 'gzip').send(failing()),
        );
      },
    ],
  });

  const headers = { 'x-api-key': key, 'accept-encoding': 'gzip' };
  const answer = await app.inject({ url: '/rows', headers });

  expect(answer.headers['content-encoding']).toBeUndefined();
  expect(answer.json().code).toBe('INTERNAL');
});

test.each(['br', 'gzip', 'zstd'] as const)(
  'texts and bytes of any length are sent as %s, and HEAD has their headers',
  async (coding) => {
    // The longer one is compressed in another thread.
    const texts = [1_024, 200_000].map((length) => 'text '.repeat(length / 5 + 1));
    const { app, key } = await httpServer({
      routes: [
        async (routes) => {
          for (const [i, text] of texts.entries()) {
            routes.get(`/text/${i}`, async (_, reply) => reply.send(text));
            routes.route({
              method: ['GET', 'HEAD'],
              url: `/bytes/${i}`,
              handler: async (_, reply) =>
                reply.header('Content-Length', text.length).send(Buffer.from(text)),
            });
          }
        },
      ],
    });
    const headers = { 'x-api-key': key, 'accept-encoding': coding };

    for (const [i, text] of texts.entries()) {
      for (const url of [`/text/${i}`, `/bytes/${i}`]) {
        const coded = await app.inject({ url, headers });
        const head = await app.inject({ method: 'HEAD', url, headers });

        expect(coded.headers['content-encoding']).toBe(coding);
        expect(coded.headers['content-length']).toBe(String(coded.rawPayload.length));
        expect(DECODERS[coding](coded.rawPayload).toString()).toBe(text);
        expect(comparableHeaders(head.headers)).toEqual(comparableHeaders(coded.headers));
        expect(head.body).toBe('');
      }
    }
  },
);

test('an answer with a header that cannot be sent is an error, however long it is', async () => {
  const { app, key } = await httpServer({
    routes: [
      async (routes) => {
        routes.get('/:length', async ({ params }, reply) => {
          const { length } = params as { readonly length: string };
          return reply.header('X-Wrong', '\u0000').send('x'.repeat(Number(length)));
        });
      },
    ],
  });
  const headers = { 'x-api-key': key, 'accept-encoding': 'gzip' };

  for (const length of [10, 10_000, 200_000]) {
    expect((await app.inject({ url: `/${length}`, headers })).statusCode).toBe(500);
  }
});

test('a long answer that is being compressed when draining begins closes its connection', async () => {
  const draining = new Draining();
  const text = 'text '.repeat(2_000_000);
  const { app, key } = await httpServer({
    draining,
    routes: [
      async (routes) => {
        routes.get('/long', async (_, reply) => {
          setTimeout(() => draining.begin(), 5);
          return reply.send(text);
        });
      },
    ],
  });
  const headers = { 'x-api-key': key, 'accept-encoding': 'gzip' };

  const answer = await app.inject({ url: '/long', headers });

  expect(answer.headers['content-encoding']).toBe('gzip');
  expect(answer.headers.connection).toBe('close');
});

test('answers in a coding of their own, and streams, are sent as they are', async () => {
  const bytes = Buffer.from('text '.repeat(1_000));
  const { app, key } = await httpServer({
    routes: [
      async (routes) => {
        routes.get('/coded', async (_, reply) => reply.header('Content-Encoding', 'x').send(bytes));
        routes.get('/stream', async (_, reply) => reply.send(Readable.from([bytes])));
      },
    ],
  });
  const headers = { 'x-api-key': key, 'accept-encoding': 'gzip' };

  const coded = await app.inject({ url: '/coded', headers });
  const stream = await app.inject({ url: '/stream', headers });

  expect(coded.headers['content-encoding']).toBe('x');
  expect(stream.headers['content-encoding']).toBeUndefined();
  expect([coded.rawPayload, stream.rawPayload]).toEqual([bytes, bytes]);
});

test('short answers and short errors are not compressed', async () => {
  const { app, key } = await gateway();
  const headers = { 'x-api-key': key, 'accept-encoding': 'br, gzip' };

  for (const url of [
    '/livez',
    '/api/endpoints/query/logs.all',
    '/graphql?query=%7B__typename%7D',
  ]) {
    expect((await app.inject({ url, headers })).headers['content-encoding']).toBeUndefined();
  }
});

test('rows have one tag a coding, which nobody else changes', async () => {
  const rows = Array.from({ length: 50 }, (_, i) =>
    edgeRow({ at: `2026-07-01T11:${String(i).padStart(2, '0')}:00Z` }),
  );
  const { app, key } = await gateway({ rows: { 'cloudflare.logs.prod': rows } });
  const ask = (coding: string) =>
    app.inject({
      url: '/api/endpoints/query/usage.api-counts?project=demo&interval=minutely',
      headers: { 'x-api-key': key, 'accept-encoding': coding },
    });
  const tagOf = async (coding: string) => (await ask(coding)).headers.etag;

  const plain = await tagOf('identity');

  expect(await tagOf('gzip')).toBe(`${plain?.slice(0, -1)}-gzip"`);
  expect(await tagOf('zstd')).toBe(`${plain?.slice(0, -1)}-zstd"`);
  const other = await ask('deflate');
  expect([other.headers.etag, other.headers['content-encoding']]).toEqual([plain, undefined]);
});

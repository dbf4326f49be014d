import { expect, test } from 'vitest';
import { parseCombinedLine } from '../../../src/import/rows/combined-log.ts';
import { edgeRow } from '../../../src/import/rows/edge-row.ts';
import { run, storedRows } from '../../support/run-import.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const OWNER = { project: 'shop', host: 'shop.example.com' };
const LINE =
  '192.0.2.7 - frank [01/Jul/2026:12:30:45 +0200] "GET /a/b.html?x=1&y=2 HTTP/1.1" 200 5124 "https://ref.example/" "Agent/1.0 (x; \\"y\\")"';
const EDGE = 'cloudflare.logs.prod';

/** The stored row of a line, without what it has nothing for. */
async function storedRow(line: string, project = 'shop') {
  const dataDir = temporaryFolder();
  await run([EDGE, '-', '--project', project], { dataDir, stdin: Buffer.from(line) });
  const [[text] = []] = await storedRows(
    dataDir,
    EDGE,
    'to_json({timestamp: epoch_us(timestamp), id: id, event_message: event_message, identifier: identifier, project: project, metadata: metadata})::VARCHAR',
  );
  return JSON.parse(String(text), (_, value) => value ?? undefined);
}

test('a line of an access log becomes a row of the edge table', async () => {
  expect(await storedRow(LINE)).toEqual({
    timestamp: Date.UTC(2026, 6, 1, 10, 30, 45) * 1_000,
    id: expect.stringMatching(
      /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    ),
    event_message: LINE,
    identifier: 'shop',
    project: 'shop',
    metadata: [
      {
        logflare_worker: [],
        request: [
          {
            cf: [],
            method: 'GET',
            path: '/a/b.html',
            sb: [],
            search: '?x=1&y=2',
            protocol: 'HTTP/1.1',
            url: 'https://shop.example.com/a/b.html?x=1&y=2',
            host: 'shop.example.com',
            headers: [
              {
                cf_connecting_ip: '192.0.2.7',
                x_real_ip: '192.0.2.7',
                host: 'shop.example.com',
                referer: 'https://ref.example/',
                user_agent: 'Agent/1.0 (x; "y")',
              },
            ],
          },
        ],
        response: [{ status_code: 200, headers: [{ content_length: '5124' }] }],
      },
    ],
  });
});

test('a project with a quote is stored as it is', async () => {
  const { metadata, project } = await storedRow(LINE, "o'shop");

  expect([project, metadata[0].request[0].host]).toEqual(["o'shop", "o'shop.example.com"]);
});

test('edgeRow gives the same line at the same place the same id, and no other', () => {
  const id = (line: string, number: number, project: string) =>
    edgeRow(line, number, { ...OWNER, project }, parseCombinedLine(line)).id;

  expect(id(LINE, 7, 'shop')).toBe(id(LINE, 7, 'shop'));
  const ids = [
    id(LINE, 7, 'shop'),
    id(LINE, 8, 'shop'),
    id(`${LINE} 1`, 7, 'shop'),
    id(LINE, 7, 'a'),
  ];
  expect(new Set(ids).size).toBe(4);
});

test.each([
  ['GET http://other.example/p?q=1 HTTP/1.1', '/p', '?q=1', 'http://other.example/p?q=1'],
  ['GET https://other.example HTTP/1.1', '/', undefined, 'https://other.example'],
  ['CONNECT mail.example.net:25 HTTP/1.1', undefined, undefined, undefined],
  ['OPTIONS * HTTP/1.1', undefined, undefined, undefined],
  ['GET index.html HTTP/1.1', undefined, undefined, undefined],
  ['GET /caf\\xC3\\xA9 HTTP/1.1', '/café', undefined, 'https://shop.example.com/café'],
  ['GET /p', '/p', undefined, 'https://shop.example.com/p'],
  ['GET /with blank HTTP/1.1', '/with blank', undefined, 'https://shop.example.com/with blank'],
  ['GET /? HTTP/1.1', '/', '?', 'https://shop.example.com/?'],
  ['-', undefined, undefined, undefined],
  ['\\x16\\x03\\x01', undefined, undefined, undefined],
  ['', undefined, undefined, undefined],
])('the request line %j is read', async (request, path, search, url) => {
  const line = LINE.replace('GET /a/b.html?x=1&y=2 HTTP/1.1', request);

  const [metadata] = (await storedRow(line)).metadata;
  const [stored] = metadata.request;

  expect(stored.host).toBe('shop.example.com');
  expect([stored.path, stored.search, stored.url]).toEqual([path, search, url]);
});

test.each([
  ['blog.example.org:443', 'blog.example.org', 'https://blog.example.org/a/b.html?x=1&y=2'],
  ['blog.example.org:80', 'blog.example.org', 'http://blog.example.org/a/b.html?x=1&y=2'],
  ['blog.example.org:8443', 'blog.example.org', 'https://blog.example.org:8443/a/b.html?x=1&y=2'],
  ['blog.example.org', 'blog.example.org', 'https://blog.example.org/a/b.html?x=1&y=2'],
])('the host %s before the address is the one that was requested', async (before, host, url) => {
  const { event_message, metadata } = await storedRow(`${before} ${LINE}`);
  const [request] = metadata[0].request;

  expect(event_message).toBe(`${before} ${LINE}`);
  expect([request.host, request.url, request.headers[0].host]).toEqual([host, url, host]);
  expect(request.headers[0].cf_connecting_ip).toBe('192.0.2.7');
});

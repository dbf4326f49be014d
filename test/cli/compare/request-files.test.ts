import { expect, test } from 'vitest';
import { readRequests } from '../../../src/cli/compare/request-files.ts';

const PATH = '/api/endpoints/query/logs.all?project=demo';
const GET = { method: 'GET', path: PATH, body: undefined };

test('readRequests reads an access log, and leaves out what does not say what was asked', () => {
  const line = (method: string, path: string) =>
    `192.0.2.1 - - [01/Jul/2026:10:00:00 +0000] "${method} ${path} HTTP/1.1" 200 12 "-" "curl/8"`;
  const log = [line('GET', PATH), line('POST', PATH), line('GET', '/favicon.ico'), 'noise', ''];

  expect(readRequests(log.join('\n'))).toEqual({ requests: [GET], skipped: 3 });
});

test('readRequests reads a HAR', () => {
  const entry = (request: object) => ({ request });
  const body = '{"sql":"SELECT 1"}';
  const har = JSON.stringify({
    log: {
      entries: [
        entry({ method: 'GET', url: `https://logs.example.com${PATH}` }),
        entry({ method: 'POST', url: `https://logs.example.com${PATH}`, postData: { text: body } }),
        entry({
          method: 'POST',
          url: `https://logs.example.com${PATH}`,
          postData: { text: 'sql=SELECT+1', mimeType: 'application/x-www-form-urlencoded' },
        }),
        entry({ method: 'GET', url: 'https://logs.example.com/app.js' }),
      ],
    },
  });

  expect(readRequests(har)).toEqual({
    requests: [
      GET,
      { method: 'POST', path: PATH, body },
      {
        ...{ method: 'POST', path: PATH, body: 'sql=SELECT+1' },
        mediaType: 'application/x-www-form-urlencoded',
      },
    ],
    skipped: 1,
  });
});

test('readRequests reads lines of JSON, and keeps no key of a URL', () => {
  const lines = [
    { method: 'GET', path: `${PATH}&api_key=secret` },
    { path: '/endpoints/query/logs.all?api%5Fkey=secret&%61pi_key=secret' },
    { method: 'POST', path: PATH, body: { sql: 'SELECT 1' } },
  ];

  const { requests } = readRequests(lines.map((line) => JSON.stringify(line)).join('\n'));

  expect(requests).toEqual([
    GET,
    { method: 'GET', path: '/endpoints/query/logs.all', body: undefined },
    { method: 'POST', path: PATH, body: '{"sql":"SELECT 1"}' },
  ]);
});

test('readRequests keeps a query string that holds a question mark', () => {
  const path = `${PATH}&sql=SELECT+1+WHERE+REGEXP_CONTAINS(a,+r"(?i)x")&iso_timestamp_end=2026-07-01`;
  const sent = path.replaceAll('"', '%22');

  const { requests } = readRequests(JSON.stringify({ path }));

  expect(requests).toEqual([{ method: 'GET', path: sent, body: undefined }]);
});

test.each(['', '{}', 'nothing', '{"log":{"entries":[]}}'])(
  'readRequests says what it can read in place of %j',
  (content) => {
    expect(() => readRequests(content)).toThrow(
      expect.objectContaining({ exitCode: 2, message: expect.stringContaining('access log') }),
    );
  },
);

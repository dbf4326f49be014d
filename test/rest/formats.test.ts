import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { type Gateway, gateway } from '../support/gateway.ts';
import { listen } from '../support/http-server.ts';
import { edgeRow, invocationRow } from '../support/log-rows.ts';
import { rawRequest } from '../support/raw-request.ts';

const HARD = 'a,"b"\r\nc';
const ROWS = {
  'cloudflare.logs.prod': [
    edgeRow({ at: '2026-07-01T11:00:00.123456Z', id: 'a', message: HARD }),
    edgeRow({ at: '2026-07-01T10:00:00Z', id: 'b', message: '=1+1' }),
  ],
  'deno-relay-logs': [invocationRow({ at: '2026-07-01T11:59:00Z', ms: 120 })],
};

async function ask(
  { app, key }: Gateway,
  endpoint: string,
  query: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>>,
) {
  const response = await app.inject({
    url: `/api/endpoints/query/${endpoint}?${new URLSearchParams({ project: 'demo', ...query })}`,
    headers: { 'x-api-key': key, ...headers },
  });
  return { status: response.statusCode, headers: response.headers, text: response.body };
}

test('CSV is RFC 4180 with the values of JSON, nested ones as JSON', async () => {
  const server = await gateway({ rows: ROWS });

  const { status, headers, text } = await ask(server, 'logs.all', {}, { accept: 'text/csv' });
  const { body } = await server.rest('logs.all', { project: 'demo' });

  expect(status).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8; header=present',
    'content-disposition': 'attachment; filename="logs.all.csv"',
  });
  const [header, ...rows] = readCsv(text);
  expect(header).toEqual(['id', 'timestamp', 'event_message', 'metadata']);
  expect(
    rows.map(([id, timestamp, event_message, metadata]) => ({
      id,
      timestamp: Number(timestamp),
      event_message,
      metadata: JSON.parse(metadata ?? ''),
    })),
  ).toEqual(body.result);
  expect(rows[0]?.[2]).toBe(HARD);
});

/** A reader of RFC 4180 that knows nothing of our writer. */
function readCsv(text: string): readonly (readonly string[])[] {
  const field = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n)/gy;
  const rows: string[][] = [[]];
  for (let match = field.exec(text); match; match = field.exec(text)) {
    const [, raw = '', separator] = match;
    rows.at(-1)?.push(raw.startsWith('"') ? raw.slice(1, -1).replaceAll('""', '"') : raw);
    if (separator !== ',') rows.push([]);
    if (field.lastIndex === text.length) break;
  }
  expect(rows.pop()).toEqual([]);
  return rows;
}

const VALUES = `SELECT
  '=1+1' AS formula, '-a' AS dash, '@a' AS sign, '+1' AS plus, '\\ta' AS tab, 'a=b' AS harmless,
  -1 AS int, -1.5 AS float, NUMERIC '-2.50' AS exact, NULL AS nothing, '' AS empty, ' a ' AS blanks,
  TRUE AS yes, TIMESTAMP '1969-12-31 23:59:59+00' AS moment, [1, 2] AS list, STRUCT('x' AS y) AS record`;

test('safe CSV lets no text be a formula, and never alters a number', async () => {
  const server = await gateway();
  const sql = { sql: VALUES };

  const safe = await ask(server, 'logs.all', sql, { accept: 'text/csv; safe=true' });
  const plain = await ask(server, 'logs.all', sql, { accept: 'text/csv' });

  expect(safe.status).toBe(200);
  const common = 'a=b,-1,-1.5,';
  const rest = ',,""," a ",true,-1000000,"[1,2]","{""y"":""x""}"\r\n';
  expect(safe.text.split('\r\n').slice(1).join('\r\n')).toBe(
    `'=1+1,'-a,'@a,'+1,'\ta,${common}-2.5${rest}`,
  );
  expect(plain.text.split('\r\n').slice(1).join('\r\n')).toBe(
    `=1+1,-a,@a,+1,"\ta",${common}-2.5${rest}`,
  );
});

test('safe CSV lets no full-width text be a formula either', async () => {
  const server = await gateway();
  const sql = { sql: "SELECT '＝1' AS a, '＋1' AS b, '－1' AS c, '＠x' AS d, '１' AS e" };

  const { text } = await ask(server, 'logs.all', sql, { accept: 'text/csv; safe=true' });

  expect(text).toBe("a,b,c,d,e\r\n'＝1,'＋1,'－1,'＠x,１\r\n");
});

test('a row whose one value is NULL is a record', async () => {
  const server = await gateway();
  const sql = { sql: 'SELECT NULL AS a UNION ALL SELECT NULL' };

  expect((await ask(server, 'logs.all', sql, { accept: 'text/csv' })).text).toBe(
    'a\r\n""\r\n""\r\n',
  );
});

test('NDJSON has one row a line, and nothing but rows', async () => {
  const server = await gateway({ rows: ROWS });

  const { headers, text } = await ask(server, 'logs.all', {}, { accept: 'application/x-ndjson' });
  const empty = await ask(
    server,
    'logs.all',
    { project: 'none' },
    { accept: 'application/x-ndjson' },
  );
  const { body } = await server.rest('logs.all', { project: 'demo' });

  expect(headers).toMatchObject({
    'content-type': 'application/x-ndjson; charset=utf-8',
    'content-disposition': 'attachment; filename="logs.all.ndjson"',
  });
  expect(text.endsWith('\n')).toBe(true);
  expect(
    text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual(body.result);
  expect(empty.text).toBe('');
});

test.each(['text/csv', 'text/csv;safe=true', 'application/x-ndjson'])(
  'answers as %s are cached as JSON is, with tags of their own',
  async (accept) => {
    const server = await gateway({ rows: ROWS });
    const query = { interval: '15min' };
    const name = 'functions.invocation-stats';
    const json = await ask(server, name, query, {});

    const first = await ask(server, name, query, { accept });
    const tag = String(first.headers.etag);
    const again = await ask(server, name, query, { accept, 'if-none-match': tag });
    const other = await ask(server, name, query, {
      accept,
      'if-none-match': String(json.headers.etag),
    });

    expect(server.runs).toHaveLength(1);
    expect(first.headers['cache-control']).toBe(json.headers['cache-control']);
    expect(first.headers.vary).toContain('Accept');
    expect(again.status).toBe(304);
    expect(again.headers['content-disposition']).toBeUndefined();
    expect(other.status).toBe(200);
    expect(other.text).toBe(first.text);
  },
);

test('cut rows are said in a header in every format', async () => {
  const server = await gateway();
  const query = { sql: 'SELECT n FROM UNNEST(GENERATE_ARRAY(1, 1001)) AS n' };

  for (const accept of ['application/json', 'text/csv', 'application/x-ndjson']) {
    const { headers } = await ask(server, 'logs.all', query, { accept });

    expect(headers['fieldstone-truncated']).toBe('true');
  }
});

test.each([
  ['gzip', 'GET', gunzipSync],
  ['br', 'GET', brotliDecompressSync],
  ['zstd', 'GET', zstdDecompressSync],
  ['gzip', 'HEAD', gunzipSync],
  ['identity', 'HEAD', gunzipSync],
])('rows that nobody keeps are streamed as %s to %s', async (coding, method, decompress) => {
  const server = await gateway({ rows: ROWS });
  const port = await listen(server.app);

  const { bytes, headers, status } = await rawRequest({
    port,
    method,
    path: '/api/endpoints/query/logs.all?project=demo',
    headers: { 'x-api-key': server.key, accept: 'text/csv', 'accept-encoding': coding },
  });

  expect(status).toBe(200);
  expect(headers['content-length']).toBeUndefined();
  expect(headers['cache-control']).toBe('no-store');
  expect(headers['content-encoding']).toBe(coding === 'identity' ? undefined : coding);
  expect(method === 'HEAD' ? bytes.length : readCsv(decompress(bytes).toString()).length).toBe(
    method === 'HEAD' ? 0 : 3,
  );
});

test('an answer that nothing offered can be is 406, and an odd Accept gets JSON', async () => {
  const server = await gateway();

  const refused = await ask(server, 'logs.all', {}, { accept: 'application/json;q=0' });
  const odd = await ask(server, 'logs.all', {}, { accept: 'image/png' });

  expect(refused.status).toBe(406);
  expect(JSON.parse(refused.text)).toMatchObject({ code: 'NOT_ACCEPTABLE' });
  expect(odd).toMatchObject({ status: 200, text: '{"result":[]}' });
});

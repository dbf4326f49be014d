import { expect, test } from 'vitest';
import { listen } from '../../support/http-server.ts';
import { ASKED, LOGS_PATH, NOW, restServer } from '../../support/rest-server.ts';
import { ScriptedSource } from '../../support/scripted-source.ts';

test('restRoute binds what the query string says, against one clock reading', async () => {
  const { app, key, source } = await restServer();

  const query =
    'project=a%20b+c%2Bd&project_tier=GOLD&iso_timestamp_start=&iso_timestamp_end=2026-07-01T11:00:00.5Z';
  await app.inject({ url: `${LOGS_PATH}?${query}`, headers: { 'x-api-key': key } });

  const end = 1_782_903_600_500_000n;
  expect(source.bound).toEqual({
    project: 'a b c+d',
    project_tier: 'FREE',
    iso_timestamp_start: null,
    iso_timestamp_end: end,
    window_start: NOW - 86_400_000_000n,
    window_end: end,
  });
});

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';

test.each([
  ['a JSON body', JSON_TYPE, '{"project":"demo","project_tier":"PRO"}', ''],
  [
    'a JSON body with a charset',
    `${JSON_TYPE}; charset="UTF-8"`,
    '{"project":"demo","project_tier":"PRO"}',
    '',
  ],
  [
    'a JSON body with a byte order mark',
    JSON_TYPE,
    '\ufeff{"project":"demo","project_tier":"PRO"}',
    '',
  ],
  ['a form', FORM, 'project=demo&project_tier=PRO', ''],
  ['a form with a charset', `${FORM};charset=utf-8`, 'project=demo&project_tier=PRO', ''],
  ['both places', JSON_TYPE, '{"project_tier":"PRO"}', 'project=demo'],
  ['a body that wins', JSON_TYPE, '{"project":"demo"}', 'project=other&project_tier=PRO'],
  ['a form that wins', FORM, 'project=demo', 'project=other&project_tier=PRO'],
  ['an empty JSON body', JSON_TYPE, '', 'project=demo&project_tier=PRO'],
  ['no body and no type', undefined, undefined, 'project=demo&project_tier=PRO'],
  ['an escaped name', JSON_TYPE, '{"proj\\u0065ct":"demo","project_tier":"PRO"}', ''],
  [
    'a null beside',
    JSON_TYPE,
    '{"project":"demo","project_tier":"PRO","sql":null,"iso_timestamp_end":null}',
    '',
  ],
  [
    'unknown members',
    JSON_TYPE,
    '{"project":"demo","project_tier":"PRO","x":{"a":[1,{"project":2}]},"x":1}',
    '',
  ],
  [
    'members of every object',
    JSON_TYPE,
    '{"__proto__":{"project":"x"},"constructor":1,"project":"demo","project_tier":"PRO"}',
    '',
  ],
])('restRoute reads a POST with %s', async (_, type, payload, query) => {
  const { app, key, source } = await restServer();

  const response = await app.inject({
    method: 'POST',
    url: `${LOGS_PATH}?${query}`,
    headers: { 'x-api-key': key, ...(type && { 'content-type': type }) },
    ...(payload !== undefined && { payload }),
  });

  expect(response.body).toBe('{"result":[]}');
  expect(source.bound).toMatchObject({
    project: 'demo',
    project_tier: 'PRO',
    iso_timestamp_end: null,
  });
});

test.each([
  ['unknown names', 'ref=a&ref=b'],
  ['brackets', 'project[]=other'],
  ['another case', 'Project=other&PROJECT=x'],
  ['members of every object', '__proto__=x&__proto__[project]=other&constructor=y&toString=z'],
  ['empty pairs', '&&=&=x&'],
  ['two thousand names', Array.from({ length: 2_000 }, (_, i) => `p${i}`).join('&')],
])('restRoute ignores %s in the query string', async (_, query) => {
  const { app, key, source } = await restServer();
  const plain = await restServer();

  const response = await app.inject({ url: `${ASKED}&${query}`, headers: { 'x-api-key': key } });
  await plain.app.inject({ url: ASKED, headers: { 'x-api-key': plain.key } });

  expect(response.statusCode).toBe(200);
  expect(source.plans[0]?.key).toBe(plain.source.plans[0]?.key);
});

test.each([
  [
    'GET',
    `${ASKED}&project=demo`,
    undefined,
    undefined,
    'Argument "project" is given twice in the query string',
  ],
  ['GET', `${ASKED}&proj%65ct=x`, undefined, undefined, 'Argument "project" is given twice'],
  ['GET', `${ASKED}&sql=&sql=`, undefined, undefined, 'Argument "sql" is given twice'],
  ['POST', ASKED, FORM, 'project=a&project=b', 'Argument "project" is given twice in the body'],
  [
    'POST',
    ASKED,
    JSON_TYPE,
    '{"project":"a","project":"a"}',
    'Argument "project" is given twice in the body',
  ],
  ['POST', ASKED, JSON_TYPE, '{"sql":"x","s\\u0071l":"x"}', 'Argument "sql" is given twice'],
  ['GET', `${LOGS_PATH}?project_tier=PRO`, undefined, undefined, 'Argument "project" is missing'],
  [
    'GET',
    `${LOGS_PATH}?project_tier=PRO&project=`,
    undefined,
    undefined,
    'Argument "project" is missing',
  ],
  [
    'GET',
    `${ASKED}&iso_timestamp_end=soon`,
    undefined,
    undefined,
    'Argument "iso_timestamp_end" cannot be "soon"',
  ],
  [
    'GET',
    `${ASKED}&x=%`,
    undefined,
    undefined,
    'The query string is not valid percent-encoded UTF-8',
  ],
  ['GET', `${ASKED}&x=%c3%28`, undefined, undefined, 'The query string is not valid'],
  ['GET', `${ASKED}&x=%ed%a0%80`, undefined, undefined, 'The query string is not valid'],
  [
    'GET',
    `${LOGS_PATH}?project_tier=PRO&project=a%00b`,
    undefined,
    undefined,
    'Argument "project" must be text',
  ],
  ['POST', ASKED, FORM, 'a=%zz', 'The form is not valid percent-encoded UTF-8'],
  ['POST', ASKED, FORM, 'a=%ff', 'The form is not valid percent-encoded UTF-8'],
  ['POST', ASKED, FORM, Buffer.from([0x61, 0x3d, 0xff]), 'The body is not valid UTF-8'],
  ['POST', ASKED, JSON_TYPE, Buffer.from([0x22, 0xff, 0x22]), 'The body is not valid UTF-8'],
  ['POST', ASKED, JSON_TYPE, '{"project":', 'The body is not valid JSON'],
  ['POST', ASKED, JSON_TYPE, '{} {}', 'The body is not valid JSON'],
  ['POST', ASKED, FORM, 'a&'.repeat(10_001), 'The form has more than 10000 members'],
  [
    'POST',
    ASKED,
    JSON_TYPE,
    `{${'"a":1,'.repeat(10_001)}"a":1}`,
    'The body has more than 10000 members',
  ],
  ['POST', ASKED, JSON_TYPE, '[]', 'The body must be a JSON object'],
  ['POST', ASKED, JSON_TYPE, '"project=demo"', 'The body must be a JSON object'],
  ['POST', ASKED, JSON_TYPE, 'null', 'The body must be a JSON object'],
  ['POST', ASKED, JSON_TYPE, '{"project":["demo"]}', 'Argument "project" must be a single value'],
  ['POST', ASKED, JSON_TYPE, '{"project":{"a":1}}', 'Argument "project" must be a single value'],
  ['POST', ASKED, JSON_TYPE, '{"project":"\\ud800"}', 'Argument "project" must be text'],
  ['POST', ASKED, JSON_TYPE, '{"sql":["SELECT 1"]}', 'Argument "sql" must be text'],
  [
    'POST',
    ASKED,
    JSON_TYPE,
    `${'['.repeat(100_000)}`,
    'The body is nested more than 64 levels deep',
  ],
] as const)('restRoute refuses %s %.80s (%s)', async (method, url, type, payload, message) => {
  const { app, key, source } = await restServer();

  const response = await app.inject({
    method,
    url,
    headers: { 'x-api-key': key, ...(type && { 'content-type': type }) },
    ...(payload !== undefined && { payload }),
  });

  expect(response.statusCode).toBe(400);
  expect(response.json().code).toBe('BAD_USER_INPUT');
  expect(response.json().detail).toContain(message);
  expect(source.plans).toEqual([]);
});

test.each([
  ['text/plain', {}, 'project=demo'],
  ['multipart/form-data; boundary=x', {}, '--x--'],
  [`${JSON_TYPE}; charset=iso-8859-1`, {}, '{}'],
  [JSON_TYPE, { 'content-encoding': 'br' }, 'x'],
])('restRoute answers a body of %s %j with 415', async (type, more, payload) => {
  const { app, key } = await restServer();

  const headers = { 'x-api-key': key, 'content-type': type, ...more };
  const response = await app.inject({ method: 'POST', url: ASKED, headers, payload });

  expect(response.statusCode).toBe(415);
  expect(response.json().code).toBe('UNSUPPORTED_MEDIA_TYPE');
});

test('restRoute answers a body without a type with 415, and one of more than 1 MiB with 413', async () => {
  const { app, key } = await restServer();
  const port = await listen(app);

  const post = (body: string, headers: Record<string, string>) =>
    fetch(`http://127.0.0.1:${port}${ASKED}`, {
      method: 'POST',
      headers: { 'x-api-key': key, ...headers },
      body: Buffer.from(body),
    }).then(({ status }) => status);

  expect(await post('x', {})).toBe(415);
  expect(await post(`{"sql":"${' '.repeat(1_048_576 - 10)}"}`, { 'content-type': JSON_TYPE })).toBe(
    200,
  );
  expect(await post(`{"sql":"${' '.repeat(1_048_576 - 9)}"}`, { 'content-type': JSON_TYPE })).toBe(
    413,
  );
});

test.each(['', ' ', '%0A%09+'])('restRoute takes the blank sql "%s" as none', async (sql) => {
  const { app, key, source } = await restServer();
  const other = await restServer();

  await app.inject({ url: `${ASKED}&sql=${sql}`, headers: { 'x-api-key': key } });
  await other.app.inject({ url: ASKED, headers: { 'x-api-key': other.key } });

  expect(source.queries[0]?.isCallersSql).toBe(false);
  expect(source.plans[0]?.key).toBe(other.source.plans[0]?.key);
});

test('restRoute gives sql to the sandbox, from either place', async () => {
  const { app, key, source } = await restServer(new ScriptedSource([['x']]));
  const sql = 'SELECT event_message FROM edge_logs';
  const headers = { 'x-api-key': key };

  const get = await app.inject({ url: `${ASKED}&sql=${encodeURIComponent(sql)}`, headers });
  const post = await app.inject({
    method: 'POST',
    url: `${ASKED}&sql=SELECT`,
    headers,
    payload: { sql },
  });

  expect(get.body).toBe('{"result":[{"event_message":"x"}]}');
  expect(post.body).toBe(get.body);
  expect(source.queries.map(({ isCallersSql }) => isCallersSql)).toEqual([true, true]);
  expect(source.plans[0]?.key).toBe(source.plans[1]?.key);
});

test('restRoute answers SQL that cannot be checked with SQL_INVALID', async () => {
  const { app, key } = await restServer();

  const response = await app.inject({
    url: `${ASKED}&sql=--+nothing`,
    headers: { 'x-api-key': key },
  });

  expect(response.statusCode).toBe(400);
  expect(response.json()).toMatchObject({
    code: 'SQL_INVALID',
    error: { code: 400, status: 'INVALID_ARGUMENT', errors: [{ reason: 'invalidQuery' }] },
  });
});

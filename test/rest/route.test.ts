import { request as httpRequest } from 'node:http';
import { expect, test } from 'vitest';
import { type ErrorCode, FieldstoneError, STATUS } from '../../src/errors.ts';
import { comparableHeaders } from '../support/comparable-headers.ts';
import { logsAll } from '../support/endpoints.ts';
import { listen } from '../support/http-server.ts';
import { ASKED, LOGS_PATH, OLD_ID, restServer } from '../support/rest-server.ts';
import { ScriptedSource } from '../support/scripted-source.ts';

const ROW = ['a', 1_782_900_000_000_001, 'from 203.0.113.9 "quoted"\n', []];
const ROW_TEXT =
  '{"id":"a","timestamp":1782900000000001,"event_message":"from 203.0.113.9 \\"quoted\\"\\n","metadata":[]}';

test.each([
  ['its name', 'logs.all'],
  ['its id', logsAll.id],
  ['its id in capitals', logsAll.id.toUpperCase()],
  ['an old id', OLD_ID],
  ['an old id in lower case', OLD_ID.toLowerCase()],
  ['its name, encoded', 'logs%2Eall'],
  ['its name, encoded throughout', '%6c%6f%67%73%2e%61%6c%6c'],
])('restRoute runs an endpoint by %s', async (_, idOrName) => {
  const { app, key } = await restServer(new ScriptedSource([ROW]));

  const response = await app.inject({
    url: `/api/endpoints/query/${idOrName}?project=demo&project_tier=PRO`,
    headers: { 'x-api-key': key },
  });

  expect(response.statusCode).toBe(200);
  expect(response.body).toBe(`{"result":[${ROW_TEXT}]}`);
  expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(response.headers['cache-control']).toBe('no-store');
  expect(response.headers).not.toHaveProperty('fieldstone-truncated');
});

test.each([
  ['decoded twice', 'logs%252Eall', 404],
  ['with a path in it', '..%2Flogs.all', 404],
  ['with NUL', 'logs.all%00', 404],
  ['of a member of every object', 'constructor', 404],
  ['of a prototype', '__proto__', 404],
  ['that is empty', '', 404],
  ['with a slash behind', 'logs.all/', 404],
  ['that is long', 'x'.repeat(5_000), 404],
  ['that is no UTF-8', 'logs%ff', 400],
  ['with half an escape', 'logs%2', 400],
])('restRoute finds no endpoint by a name %s', async (_, name, status) => {
  const { app, key, source } = await restServer();

  const response = await app.inject({
    url: `/api/endpoints/query/${name}?project=demo&project_tier=PRO`,
    headers: { 'x-api-key': key },
  });

  expect(response.statusCode).toBe(status);
  expect(response.json().code).toBe(status === 404 ? 'ENDPOINT_NOT_FOUND' : 'BAD_USER_INPUT');
  expect(source.plans).toEqual([]);
});

test('restRoute answers HEAD like GET, without the body', async () => {
  const { app, key } = await restServer(
    new ScriptedSource(() => ({ rows: [ROW], truncated: true })),
  );
  const headers = { 'x-api-key': key };

  const get = await app.inject({ url: ASKED, headers });
  const head = await app.inject({ method: 'HEAD', url: ASKED, headers });

  expect(head.statusCode).toBe(200);
  expect(head.body).toBe('');
  expect(comparableHeaders(head.headers)).toEqual(comparableHeaders(get.headers));
  expect(head.headers['content-length']).toBe(String(Buffer.byteLength(get.body)));
  expect(get.headers['fieldstone-truncated']).toBe('true');
});

test('restRoute answers HEAD with the status of GET where that fails', async () => {
  const { app, key } = await restServer();

  const response = await app.inject({
    method: 'HEAD',
    url: LOGS_PATH,
    headers: { 'x-api-key': key },
  });

  expect(response.statusCode).toBe(400);
  expect(response.body).toBe('');
});

test('restRoute takes the header that existing callers send with a GET', async () => {
  const { app, key } = await restServer();
  const port = await listen(app);

  const response = await fetch(`http://127.0.0.1:${port}${ASKED}`, {
    headers: { 'x-api-key': key, 'content-type': 'application/json; charset=utf-8' },
  });

  expect(response.status).toBe(200);
  expect(await response.text()).toBe('{"result":[]}');
});

test.each(['PUT', 'DELETE', 'PATCH'] as const)('restRoute answers %s with 405', async (method) => {
  const { app, key } = await restServer();

  const response = await app.inject({ method, url: ASKED, headers: { 'x-api-key': key } });

  expect(response.statusCode).toBe(405);
  expect(response.json().code).toBe('METHOD_NOT_ALLOWED');
  expect(response.headers.allow?.toString().split(', ').sort()).toEqual([
    'GET',
    'HEAD',
    'OPTIONS',
    'POST',
  ]);
});

test.each(Object.keys(STATUS) as ErrorCode[])(
  'restRoute passes %s on with its status',
  async (code) => {
    const source = new ScriptedSource(() => {
      throw new FieldstoneError(code, 'It failed');
    });
    const { app, key } = await restServer(source);

    const response = await app.inject({ url: ASKED, headers: { 'x-api-key': key } });

    expect(response.statusCode).toBe(STATUS[code]);
    expect(response.json()).toMatchObject({
      code,
      detail: 'It failed',
      error: { message: 'It failed' },
    });
  },
);

test.each(['svc-endpoint-redact-pii', 'LF-Endpoint-Redact-PII'])(
  'restRoute redacts where %s asks for it',
  async (header) => {
    const { app, key } = await restServer(new ScriptedSource([ROW]));

    const response = await app.inject({
      url: ASKED,
      headers: { 'x-api-key': key, [header]: 'true' },
    });

    expect(response.json().result[0].event_message).toBe('from REDACTED "quoted"\n');
  },
);

test('restRoute applies what the key fixes and refuses what it does not allow', async () => {
  const { app, keys, source } = await restServer();
  const pinned = keys.add({
    pins: new Map([
      ['project', 'demo'],
      ['project_tier', 'PRO'],
    ]),
  });
  const elsewhere = keys.add({ endpoints: new Set(['usage.api-counts']) });
  const noSql = keys.add({ sandbox: false });
  const ask = (url: string, key: string) => app.inject({ url, headers: { 'x-api-key': key } });

  expect((await ask(LOGS_PATH, pinned)).statusCode).toBe(200);
  expect(source.bound).toMatchObject({ project: 'demo', project_tier: 'PRO' });
  expect((await ask(`${LOGS_PATH}?project=other`, pinned)).json().code).toBe('FORBIDDEN');
  expect((await ask(ASKED, elsewhere)).json().code).toBe('FORBIDDEN');
  expect((await ask(`${ASKED}&sql=SELECT+1`, noSql)).json().code).toBe('FORBIDDEN');
  expect(source.plans).toHaveLength(1);
});

test('restRoute stops the run when the client leaves, and logs that it left', async () => {
  const { promise: stopped, resolve: stop } = Promise.withResolvers<unknown>();
  const source = new ScriptedSource(
    (_, { signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          stop(signal.reason);
          reject(signal.reason);
        });
      }),
  );
  const { app, key, log } = await restServer(source);
  const port = await listen(app);

  const request = httpRequest({ port, path: ASKED, headers: { 'x-api-key': key } });
  request.on('error', () => {});
  request.end();
  await expect.poll(() => source.plans.length).toBeGreaterThan(0);
  request.destroy();

  expect(await stopped).toMatchObject({ name: 'AbortError' });
  await expect.poll(() => log.entries.at(-1)).toMatchObject({ status: 499, keyId: 'key-1' });
  expect(log.entries.filter(({ level }) => level === 'error')).toEqual([]);
});

test('restRoute does not stop a run that was answered', async () => {
  let signal: AbortSignal | undefined;
  const source = new ScriptedSource((_, run) => {
    signal = run.signal;
    return { rows: [] };
  });
  const { app, key } = await restServer(source);
  const port = await listen(app);

  const response = await fetch(`http://127.0.0.1:${port}${ASKED}`, {
    headers: { 'x-api-key': key },
  });
  await response.text();
  await new Promise((resolve) => setTimeout(resolve, 20));

  expect(signal?.aborted).toBe(false);
});

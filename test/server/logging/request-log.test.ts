import { expect, test } from 'vitest';
import { exchangeBytes, httpServer, listen } from '../../support/http-server.ts';

test('createServer logs one line for a request: who, what and how long, and nothing that was sent', async () => {
  const { app, key, log } = await httpServer({
    routes: [async (scope) => void scope.post('/echo', async () => 'answer')],
  });

  await app.inject({
    method: 'POST',
    url: '/echo?sql=select-in-query',
    headers: { 'x-api-key': key, 'user-agent': 'agent-in-header' },
    payload: { sql: 'select-in-body' },
  });

  expect(log.entries).toEqual([
    {
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      requestId: expect.any(String),
      method: 'POST',
      path: '/echo',
      status: 200,
      ms: expect.any(Number),
      keyId: 'key-1',
      msg: 'request',
    },
  ]);
  expect(log.text.join('')).not.toMatch(/select-in|agent-in|answer|fsk_/);
});

test('createServer hides a key that stands in a path, and logs refusals without a key id', async () => {
  const { app, key, log } = await httpServer();

  await app.inject(`/api/${key}`);

  expect(log.entries[0]).toMatchObject({ path: '/api/fsk_…', status: 401 });
  expect(log.entries[0]).not.toHaveProperty('keyId');
});

test.each([
  ['/%1b[31m%0d%0aInjected"\\', '/%1b[31m%0d%0aInjected"\\', 401],
  ['/%zz', '/%zz', 400],
  [`/${'a'.repeat(1_000)}`, `/${'a'.repeat(511)}`, 401],
])('createServer writes one line of printable JSON for %s', async (target, path, status) => {
  const { app, log } = await httpServer();

  const request = `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
  await exchangeBytes(await listen(app), request);

  await expect
    .poll(() => log.entries.filter(({ msg }) => msg === 'request'))
    .toEqual([expect.objectContaining({ path, status })]);
  expect(log.text.every((line) => /^[\x20-\x7e]*\n$/.test(line))).toBe(true);
});

test('createServer logs bytes that are no request without repeating them', async () => {
  const { app, log } = await httpServer();

  await exchangeBytes(await listen(app), 'GET /\x1b[31m HTTP/1.1\r\nA: secret\r\n\r\n');

  expect(log.entries.at(-1)).toMatchObject({ msg: 'refused bytes', status: 400 });
  expect(log.text.join('')).not.toMatch(/secret|31m/);
});

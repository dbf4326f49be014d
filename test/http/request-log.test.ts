import { expect, test } from 'vitest';
import { exchangeBytes, httpServer, listen } from '../support/http-server.ts';

test('createServer logs one line for a request: who, what and how long, and nothing that was sent', async () => {
  const { app, key, log } = await httpServer({
    doors: [async (scope) => void scope.post('/echo', async () => 'answer')],
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

test('createServer writes one line of printable JSON whatever a path holds', async () => {
  const { app, log } = await httpServer();

  const target = '/\x9b\xff%0d%0aInjected"\\';
  const request = `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
  await exchangeBytes(await listen(app), Buffer.from(request, 'latin1'));

  const [line] = log.entries.filter(({ msg }) => msg === 'request');
  expect(line?.['path']).toBe('/%C2%9B%C3%BF%0d%0aInjected"\\');
  expect(log.text.every((line) => /^[\x20-\x7e]*\n$/.test(line))).toBe(true);
});

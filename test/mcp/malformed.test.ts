import { connect } from 'node:net';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gateway } from '../support/gateway.ts';
import { listen } from '../support/http-server.ts';
import { ODD_BODIES, ODD_HEADERS } from './odd-messages.ts';

test('no message is answered with a fault of ours, nor held open', async () => {
  const { app, key, log } = await gateway();
  const statuses = new Map<number, number>();

  await fc.assert(
    fc.asyncProperty(ODD_BODIES, ODD_HEADERS, async (payload, sent) => {
      const response = await app.inject({
        method: 'POST',
        url: '/mcp',
        headers: { 'x-api-key': key, ...sent },
        payload,
      });
      statuses.set(response.statusCode, (statuses.get(response.statusCode) ?? 0) + 1);
      expect(response.statusCode).toBeLessThan(500);
      expect(response.body).not.toContain('at Object');
    }),
    { numRuns: 800 },
  );

  expect(log.text.filter((line) => line.includes('"failed"'))).toEqual([]);
  // Some are right, and most are wrong.
  expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 400, 415]));
});

test.each<[string, string]>([
  ['nested deep', `${'['.repeat(70_000)}`],
  ['with many members', `{"a":[${'1,'.repeat(20_000)}1]}`],
  ['a long name', JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'x'.repeat(900_000) })],
  [
    'a batch',
    JSON.stringify(
      Array.from({ length: 100 }, (_, i) => ({ jsonrpc: '2.0', id: i, method: 'tools/list' })),
    ),
  ],
])('a message that is %s is refused', async (_, payload) => {
  const { app, key } = await gateway();

  const { body: text, statusCode } = await app.inject({
    method: 'POST',
    url: '/mcp',
    headers: {
      'x-api-key': key,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    payload,
  });

  expect(statusCode).toBeGreaterThanOrEqual(200);
  expect(JSON.parse(text)).toMatchObject({ error: { code: expect.any(Number) } });
  expect(text.length).toBeLessThan(2_000);
});

test('half a message ends with its connection', async () => {
  const { app, key } = await gateway();
  const port = await listen(app);
  const socket = connect(port, '127.0.0.1');

  socket.write(
    `POST /mcp HTTP/1.1\r\nHost: localhost\r\nX-API-KEY: ${key}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"jsonrpc"`,
  );
  socket.destroy();

  const { statusCode } = await app.inject({ url: '/livez' });
  expect(statusCode).toBe(200);
});

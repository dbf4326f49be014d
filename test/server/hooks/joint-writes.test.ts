import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { httpServer, listen } from '../../support/http-server.ts';

test('answers finished in one iteration of the event loop are written together at its end', async () => {
  const events: string[] = [];
  const { app, key } = await httpServer({
    routes: [
      async (routes) => {
        routes.get('/at-once', async () => {
          events.push('handled');
          return {};
        });
      },
    ],
    onAnswered: () => events.push('written'),
  });
  const port = await listen(app);
  const request = `GET /at-once HTTP/1.1\r\nHost: test\r\nX-API-KEY: ${key}\r\n\r\n`;
  const sockets = [1, 2, 3].map(() => connect({ port, host: '127.0.0.1' }));
  const ask = () =>
    Promise.all(
      sockets.map(async (socket) => {
        socket.write(request);
        await once(socket, 'data');
      }),
    );
  await ask();
  events.length = 0;

  await ask();

  for (const socket of sockets) socket.destroy();
  expect(events).toEqual(['handled', 'handled', 'handled', 'written', 'written', 'written']);
});

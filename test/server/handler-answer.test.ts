import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { httpServer, listen } from '../support/http-server.ts';

/** A server with an open connection for each path, and what its handlers and answers did. */
async function connected(paths: readonly string[]) {
  const events: string[] = [];
  const { app, key } = await httpServer({
    routes: [
      async (routes) => {
        routes.get('/answered', async () => {
          events.push('handled');
          return {};
        });
        routes.get('/failed', async (_, reply) => {
          const stream = new PassThrough();
          reply.send(stream);
          stream.destroy(new Error('The stream fails'));
          return reply;
        });
        routes.get('/unwritable', async (_, reply) => reply.header('x-name', 'a\nb').send('text'));
      },
    ],
    onAnswered: () => events.push('written'),
  });
  const port = await listen(app);
  const sockets = paths.map(() => connect({ port, host: '127.0.0.1' }));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  const ask = async (socket: Socket, path: string) => {
    socket.write(`GET ${path} HTTP/1.1\r\nHost: test\r\nX-API-KEY: ${key}\r\n\r\n`);
    const [bytes] = await once(socket, 'data');
    return `${bytes}`.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length);
  };
  const askAll = () => Promise.all(paths.map((path, i) => ask(sockets[i] as Socket, path)));
  return { askAll, events };
}

test('answers finished in one iteration of the event loop are written together at its end', async () => {
  const { askAll, events } = await connected(['/answered', '/answered', '/answered']);
  await askAll();
  events.length = 0;

  await askAll();

  expect(events).toEqual(['handled', 'handled', 'handled', 'written', 'written', 'written']);
});

test('an answer that cannot be written holds up none of those that are written with it', async () => {
  const { askAll } = await connected(['/answered', '/unwritable', '/answered']);

  expect(await askAll()).toEqual(['200', '500', '200']);
});

test('a stream that fails before the end of the iteration is answered with an error', async () => {
  const { askAll } = await connected(['/failed', '/answered']);

  expect(await askAll()).toEqual(['500', '200']);
});

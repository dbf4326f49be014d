import { connect } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { expect, test, vi } from 'vitest';
import { RequestMoment } from '../../src/request/request-signal.ts';
import { httpServer, listen } from '../support/http-server.ts';

/** A server whose only route makes a moment and never answers. */
async function silentServer() {
  const moments: RequestMoment[] = [];
  const routes = [
    async (scope: FastifyInstance) => {
      scope.get('/wait', (request, reply) => {
        moments.push(new RequestMoment(7n, request, reply));
      });
    },
  ];
  const { app, key } = await httpServer({ routes });
  const port = await listen(app);
  const ask = async () => {
    const socket = connect(port, '127.0.0.1');
    socket.write(`GET /wait HTTP/1.1\r\nHost: x\r\nX-API-KEY: ${key}\r\n\r\n`);
    const moment = await vi.waitUntil(() => moments.pop(), { timeout: 60_000 });
    return { moment, leave: () => socket.destroy() };
  };
  return { app, ask };
}

test('RequestMoment aborts its signal when the client leaves', async () => {
  const { ask } = await silentServer();
  const { moment, leave } = await ask();

  const { signal } = moment;
  const wasAborted = signal.aborted;
  leave();

  await expect.poll(() => signal.aborted).toBe(true);
  expect(wasAborted).toBe(false);
  expect(moment.signal).toBe(signal);
  expect(moment.now).toBe(7n);
});

test('RequestMoment makes an aborted signal for a client that has left already', async () => {
  const { app, ask } = await silentServer();
  const { moment, leave } = await ask();

  leave();
  await expect.poll(() => [...app.connections].length).toBe(0);

  expect(moment.signal.aborted).toBe(true);
});

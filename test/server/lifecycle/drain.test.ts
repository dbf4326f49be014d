import { once } from 'node:events';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { FastifyPluginAsync } from 'fastify';
import { expect, test } from 'vitest';
import { closeServer, Draining } from '../../../src/server/lifecycle/drain.ts';
import { exchangeBytes, httpServer, listen } from '../../support/http-server.ts';

function slowRoute(ms: number): FastifyPluginAsync {
  return async (app) => {
    app.route({
      url: '/slow',
      method: ['GET', 'POST'],
      handler: async () => {
        await new Promise((resolve) => setTimeout(resolve, ms));
        return 'done';
      },
    });
  };
}

test('closeServer finishes what runs, closes its connections and refuses new ones', async () => {
  const { app, key } = await httpServer({ routes: [slowRoute(300)] });
  const url = `http://127.0.0.1:${await listen(app)}`;
  const headers = { 'x-api-key': key };
  await fetch(`${url}/livez`);
  const running = fetch(`${url}/slow`, { headers });
  await new Promise((resolve) => setTimeout(resolve, 50));

  const start = performance.now();
  const closed = closeServer(app);
  await new Promise((resolve) => setTimeout(resolve, 50));
  await expect(fetch(`${url}/livez`)).rejects.toThrow();
  const response = await running;

  expect(response.status).toBe(200);
  expect(response.headers.get('connection')).toBe('close');
  expect(await response.text()).toBe('done');
  await closed;
  expect(performance.now() - start).toBeLessThan(2_000);
});

test('closeServer waits for a client that reads its answer slowly', async () => {
  const answer = Buffer.alloc(20e6, 'a');
  const { app, key } = await httpServer({
    routes: [
      async (routes) => {
        routes.get('/long', async () => answer);
      },
    ],
  });
  const socket = connect(await listen(app), '127.0.0.1');
  socket.write(`GET /long HTTP/1.1\r\nHost: x\r\nX-API-KEY: ${key}\r\n\r\n`);
  await once(socket, 'readable');

  const closed = closeServer(app);
  await new Promise((resolve) => setTimeout(resolve, 300));

  expect((await buffer(socket)).length).toBeGreaterThan(answer.length);
  await closed;
});

test('closeServer cuts what does not finish in time', async () => {
  const { app, key } = await httpServer({ routes: [slowRoute(5_000)] });
  const url = `http://127.0.0.1:${await listen(app)}`;
  const running = fetch(`${url}/slow`, { headers: { 'x-api-key': key } });
  const cut = expect(running).rejects.toThrow();
  await new Promise((resolve) => setTimeout(resolve, 50));

  const start = performance.now();
  await closeServer(app, { finishMs: 100 });

  expect(performance.now() - start).toBeLessThan(2_000);
  await cut;
});

test('Draining turns readyz to 503 while everything else is answered, on connections that close', async () => {
  const draining = new Draining();
  const { app, key, log } = await httpServer({ routes: [slowRoute(1)], draining });
  const url = `http://127.0.0.1:${await listen(app)}`;
  const ask = (path: string) => fetch(url + path, { headers: { 'x-api-key': key } });

  const before = await ask('/slow');
  draining.begin();
  const [ready, alive, slow] = await Promise.all(['/readyz', '/livez', '/slow'].map(ask));

  expect(before.headers.get('connection')).not.toBe('close');
  expect(ready?.status).toBe(503);
  expect(await ready?.json()).toMatchObject({ code: 'ENGINE_UNAVAILABLE', status: 503 });
  expect([alive?.status, slow?.status]).toEqual([200, 200]);
  expect(slow?.headers.get('connection')).toBe('close');
  // A probe a second that fails is no error of ours.
  expect(log.entries.filter(({ level }) => level === 'error')).toEqual([]);
});

test('closeServer gives a request that has arrived in part its time, and then refuses it', async () => {
  const { app, key } = await httpServer({ routes: [slowRoute(1_000)] });
  const port = await listen(app);
  let arrived = 0;
  app.server.on('request', () => {
    arrived += 1;
  });
  const url = `http://127.0.0.1:${port}`;
  const half = exchangeBytes(
    port,
    `POST /slow HTTP/1.1\r\nHost: x\r\nX-API-KEY: ${key}\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\nhalf`,
  );
  const head = exchangeBytes(port, 'GET /livez HTTP/1.1\r\nHost:');
  const running = fetch(`${url}/slow`, { headers: { 'x-api-key': key } });
  await expect.poll(() => arrived).toBe(2);
  // The other's first bytes have no event of their own.
  await new Promise((resolve) => setTimeout(resolve, 100));

  const start = performance.now();
  const closed = closeServer(app, { bodyMs: 300 });

  expect(await half).toMatch(/^HTTP\/1.1 408 /);
  expect(await head).toMatch(/^HTTP\/1.1 408 /);
  expect(performance.now() - start).toBeGreaterThanOrEqual(290);
  expect((await running).status).toBe(200);
  await closed;
});

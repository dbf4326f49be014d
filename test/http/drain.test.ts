import type { FastifyPluginAsync } from 'fastify';
import { expect, test } from 'vitest';
import { closeServer } from '../../src/http/drain.ts';
import { httpServer, listen } from '../support/http-server.ts';

function slowDoor(ms: number): FastifyPluginAsync {
  return async (app) => {
    app.get('/slow', async () => {
      await new Promise((resolve) => setTimeout(resolve, ms));
      return 'done';
    });
  };
}

test('closeServer finishes what runs, closes its connections and refuses new ones', async () => {
  const { app, key } = await httpServer({ doors: [slowDoor(300)] });
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

test('closeServer cuts what does not finish in time', async () => {
  const { app, key } = await httpServer({ doors: [slowDoor(5_000)] });
  const url = `http://127.0.0.1:${await listen(app)}`;
  const running = fetch(`${url}/slow`, { headers: { 'x-api-key': key } });
  const cut = expect(running).rejects.toThrow();
  await new Promise((resolve) => setTimeout(resolve, 50));

  const start = performance.now();
  await closeServer(app, 100);

  expect(performance.now() - start).toBeLessThan(2_000);
  await cut;
});

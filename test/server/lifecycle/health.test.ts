import { expect, test } from 'vitest';
import { FieldstoneError } from '../../../src/errors.ts';
import { Draining } from '../../../src/server/lifecycle/drain.ts';
import { healthRoute } from '../../../src/server/lifecycle/health.ts';
import { httpServer } from '../../support/http-server.ts';

test('livez and readyz answer without a key, and nobody keeps the answer', async () => {
  const { app } = await httpServer();

  for (const [url, status] of [
    ['/livez', 'alive'],
    ['/readyz', 'ready'],
  ] as const) {
    const response = await app.inject(url);

    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({ status });
    expect(response.headers['cache-control']).toBe('no-store');
    expect((await app.inject({ method: 'HEAD', url })).statusCode).toBe(200);
    expect((await app.inject({ method: 'POST', url })).statusCode).toBe(401);
  }
});

test('readyz answers 503 while the engine fails, and says nothing of why', async () => {
  let isReady = false;
  const checkReady = async () => {
    if (!isReady) throw new Error('secret detail');
    return { notes: 0, isAnswering: true };
  };
  const { app } = await httpServer({ checkReady });

  const response = await app.inject('/readyz');
  isReady = true;

  expect(response.statusCode).toBe(503);
  expect(response.json().code).toBe('ENGINE_UNAVAILABLE');
  expect(response.body).not.toContain('secret detail');
  expect((await app.inject('/livez')).statusCode).toBe(200);
  expect((await app.inject('/readyz')).statusCode).toBe(200);
});

test('readyz names an identity provider that cannot be read, and is not refused for it', async () => {
  let isRead: boolean | undefined = false;
  const { app } = await httpServer({ isProviderRead: () => isRead });
  const ready = async () => {
    const response = await app.inject('/readyz');
    return [response.statusCode, response.json()];
  };

  expect(await ready()).toEqual([200, { status: 'degraded', identityProvider: 'unreadable' }]);
  isRead = true;
  expect(await ready()).toEqual([200, { status: 'ready' }]);
  isRead = undefined;
  expect(await ready()).toEqual([200, { status: 'ready' }]);
});

test('readyz asks an engine that hangs once, and gives up on it', async () => {
  let checks = 0;
  const hanging = () => {
    checks += 1;
    return new Promise<never>(() => {});
  };
  const { app } = await httpServer({
    routes: [
      async (scope) =>
        scope.register(
          healthRoute({ checkReady: hanging, draining: new Draining(), timeoutMs: 50 }),
          { prefix: '/hanging' },
        ),
    ],
  });

  const responses = await Promise.all([1, 2, 3].map(() => app.inject('/hanging/readyz')));

  expect(responses.map(({ statusCode }) => statusCode)).toEqual([503, 503, 503]);
  expect(checks).toBe(1);
});

test.each([true, false])(
  'readyz refuses once draining has begun, also where its check began before and says %s',
  async (isReady) => {
    const draining = new Draining();
    const engine = Promise.withResolvers<{ notes: number; isAnswering: boolean }>();
    const { app, log } = await httpServer({ draining, checkReady: () => engine.promise });

    const waiting = app.inject('/readyz');
    // The route is reached before the probe of livez that is sent after it is answered.
    await app.inject('/livez');
    draining.begin();
    if (isReady) engine.resolve({ notes: 0, isAnswering: true });
    else engine.reject(new Error('The engine was closed'));

    for (const response of [await waiting, await app.inject('/readyz')]) {
      expect([response.statusCode, response.json().detail]).toEqual([
        503,
        'The service is about to stop',
      ]);
    }
    expect(log.entries.filter(({ level }) => level === 'error')).toEqual([]);
  },
);

test('readyz says which check fails, where that is known', async () => {
  const message = 'Not ready: the check of tables fails; the log says why';
  const checkReady = async () => {
    throw new FieldstoneError('ENGINE_UNAVAILABLE', message);
  };
  const { app } = await httpServer({ checkReady });

  const response = await app.inject('/readyz');

  expect([response.statusCode, response.json().detail]).toEqual([503, message]);
});

test('readyz counts what is absent and made up for', async () => {
  const { app } = await httpServer({ checkReady: async () => ({ notes: 2, isAnswering: true }) });

  expect((await app.inject('/readyz')).json()).toEqual({ status: 'ready', absent: 2 });
});

test('readyz is degraded in an outage while something is kept that may answer', async () => {
  let isKept = true;
  const { app } = await httpServer({
    checkReady: async () => ({ notes: 0, isAnswering: false }),
    hasCachedResults: () => isKept,
  });

  const degraded = await app.inject('/readyz');
  isKept = false;

  expect([degraded.statusCode, degraded.json()]).toEqual([200, { status: 'degraded' }]);
  expect((await app.inject('/readyz')).statusCode).toBe(503);
});

test('readyz is degraded, and goes on with 200, while data of tables are damaged', async () => {
  const { app } = await httpServer({
    checkReady: async () => ({ notes: 0, isAnswering: true, damaged: 2 }),
  });

  const response = await app.inject('/readyz');

  expect([response.statusCode, response.json()]).toEqual([200, { status: 'degraded', damaged: 2 }]);
});

test('readyz counts endpoints that the engine cannot answer, and is not refused for them', async () => {
  const checkReady = async () => ({ notes: 0, isAnswering: true, unready: 2 });
  const { app } = await httpServer({ checkReady });

  const response = await app.inject('/readyz');

  expect([response.statusCode, response.json()]).toEqual([200, { status: 'degraded', unready: 2 }]);
});

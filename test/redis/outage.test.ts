import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { openLevel, openLevelUp } from '../support/redis-level.ts';
import { freePort, hasRedisServer, RedisServer, until } from '../support/redis-server.ts';
import { testPlan } from '../support/test-plan.ts';

const PLAN = testPlan('question');
const check = test.skipIf(!hasRedisServer);

/** Asks everything of a level once; resolves to what it answers while Redis does not. */
async function askAll({ shared, locks, counter }: ReturnType<typeof openLevel>) {
  const [entry, claim, sight, sum] = [
    await shared.get(PLAN),
    await locks.claim(PLAN),
    await locks.look(PLAN, 'someone'),
    await counter.add('sum', 1, 60),
  ];
  return [entry, claim.kind, sight.kind, sum];
}

/** A server that never answers, and what it was sent. */
async function listen(): Promise<{ port: number; said: Buffer[] }> {
  const said: Buffer[] = [];
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('data', (bytes) => said.push(bytes));
  });
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const port = await freePort();
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return { port, said };
}

/** After which the client takes a connection for dead. */
const SILENCE_MS = 5_000;

/** The first byte of a TLS record that opens a connection. */
const TLS_HANDSHAKE = 0x16;

const NOTHING = [undefined, 'unreachable', 'unreachable', undefined];

test('openRedisLevel opens without Redis, and answers with nothing at once', async () => {
  const level = openLevel(`redis://127.0.0.1:${await freePort()}`);

  expect(await askAll(level)).toEqual(NOTHING);
  expect(level.link.isUp).toBe(false);
  expect(level.counters.read('shared_skipped')).toBe(4);
});

check(
  'openRedisLevel finds a Redis that is started later, and tells of each change once',
  async () => {
    const server = new RedisServer(await freePort());
    const level = openLevel(server.url);
    await until(() => level.told.length > 0);
    expect(await askAll(level)).toEqual(NOTHING);

    await server.start();
    await until(() => level.link.isUp);

    expect(await level.counter.add('sum', 1, 60)).toBe(1);
    expect(level.told.map(([state]) => state)).toEqual(['down', 'up']);
    expect(level.told[0]?.[1]).toBeInstanceOf(Error);
  },
);

check(
  'A level on a Redis that is killed under load answers everything, and returns with it',
  async () => {
    const server = await RedisServer.start();
    const level = await openLevelUp(server.url);

    const load = Array.from({ length: 500 }, () => askAll(level));
    await server.kill();
    const answers = await Promise.all(load);
    await until(() => !level.link.isUp);
    const after = await askAll(level);
    await server.start();
    await until(() => level.link.isUp);

    expect(answers).toHaveLength(500);
    expect(after).toEqual(NOTHING);
    expect(level.told.map(([state]) => state)).toEqual(['up', 'down', 'up']);
    expect(await level.counter.add('again', 1, 60)).toBe(1);
  },
);

check.each([
  [
    'is frozen',
    async (server: RedisServer) => server.freeze(),
    async (server: RedisServer) => server.thaw(),
  ],
  [
    'is paused',
    async (server: RedisServer) => void (await server.send('CLIENT', 'PAUSE', '1500')),
    async () => {},
  ],
  [
    'sleeps',
    async (server: RedisServer) => void server.send('DEBUG', 'SLEEP', '1.5'),
    async () => {},
  ],
])(
  'A level on a Redis that %s asks it once and then no more, until it is well',
  async (_what, stop, resume) => {
    const server = await RedisServer.start('--enable-debug-command', 'local');
    const level = await openLevelUp(server.url, { timeoutMs: 100 });

    await stop(server);
    await until(async () => (await askAll(level)).every((answer, i) => answer === NOTHING[i]));
    const timeouts = level.counters.read('shared_timeout');
    const started = performance.now();
    for (let i = 0; i < 100; i += 1) await askAll(level);
    const took = performance.now() - started;
    const moreTimeouts = level.counters.read('shared_timeout') - timeouts;
    await resume(server);
    await until(() => level.link.isUp);

    expect(timeouts).toBeGreaterThan(0);
    expect(moreTimeouts).toBe(0);
    // One call would have cost 100 ms, and these are 400.
    expect(took).toBeLessThan(2_000);
    expect(level.counters.read('breaker_closed')).toBeGreaterThan(0);
    expect(level.told.map(([state]) => state).slice(0, 3)).toEqual(['up', 'down', 'up']);
  },
);

check('A level returns to a Redis that was frozen for longer than a connection lasts', async () => {
  const server = await RedisServer.start();
  const level = await openLevelUp(server.url, { timeoutMs: 100 });

  server.freeze();
  await level.shared.get(PLAN);
  await sleep(SILENCE_MS + 1_000);
  server.thaw();
  await until(() => level.link.isUp);

  expect(await level.counter.add('sum', 1, 60)).toBe(1);
});

check('A level on a frozen Redis lets those who ask together wait together', async () => {
  const server = await RedisServer.start();
  const level = await openLevelUp(server.url, { timeoutMs: 100 });

  server.freeze();
  const started = performance.now();
  const entries = await Promise.all(Array.from({ length: 1_000 }, () => level.shared.get(PLAN)));

  expect(entries.every((entry) => entry === undefined)).toBe(true);
  expect(performance.now() - started).toBeLessThan(2_000);
  expect(level.counters.read('breaker_opened')).toBe(1);
});

test('A level on a server that takes connections and never answers is down', async () => {
  const { port, said } = await listen();
  const level = openLevel(`redis://127.0.0.1:${port}`);
  await until(() => said.length > 0);

  expect(await askAll(level)).toEqual(NOTHING);
  expect(level.link.isUp).toBe(false);
});

check('A level whose password Redis refuses is down, and tells without the password', async () => {
  const server = await RedisServer.start('--requirepass', 'right');
  const level = openLevel(`redis://:se%23cret@127.0.0.1:${server.port}`);

  await until(() => level.told.length > 0);

  expect(await askAll(level)).toEqual(NOTHING);
  const [state, error] = level.told[0] ?? [];
  expect(state).toBe('down');
  expect(`${error?.stack} ${JSON.stringify(error)}`).not.toMatch(/se(%23|#)cret/);
});

check('A level gives Redis the user and the password of its URL', async () => {
  const server = await RedisServer.start('--user', 'me', 'on', '>pass:word', '~*', '+@all');
  const level = await openLevelUp(`redis://me:pass%3Aword@127.0.0.1:${server.port}`);

  expect(await level.counter.add('sum', 2, 60)).toBe(2);
});

test('A level speaks TLS to a URL of rediss', async () => {
  const { port, said } = await listen();
  openLevel(`rediss://127.0.0.1:${port}`);

  await until(() => said.length > 0);

  expect(said[0]?.[0]).toBe(TLS_HANDSHAKE);
});

test.each([
  '',
  'localhost',
  'http://user:secret@host',
  'redis://user:secret%@host',
  'redis://:secret@host:port',
])('openRedisLevel refuses the URL "%s" without repeating it', (url) => {
  let message = '';
  try {
    openLevel(url);
  } catch (error) {
    message = JSON.stringify([error, `${(error as Error).stack}`]);
  }

  expect(message).toContain('must be like');
  expect(message).not.toContain('secret');
});

check('A level is closed at once on a frozen Redis, and answers with nothing then', async () => {
  const server = await RedisServer.start();
  const level = await openLevelUp(server.url, { timeoutMs: 100 });
  server.freeze();

  const asked = level.shared.get(PLAN);
  await level.close();
  await level.close();

  expect(await asked).toBeUndefined();
  expect(await askAll(level)).toEqual(NOTHING);
});

import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { type openLevel, openLevelUp } from '../support/redis-level.ts';
import { freePort, hasRedisServer, RedisServer } from '../support/redis-server.ts';
import { testPlan } from '../support/test-plan.ts';

const PLAN = testPlan('question');
const check = test.skipIf(!hasRedisServer);

/** A server that takes the client's greeting and answers all else with an error. */
async function startRefusing(error: string): Promise<string> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('data', (bytes) => {
      for (const command of bytes
        .toString('latin1')
        .split(/^\*\d+\r\n/m)
        .slice(1)) {
        socket.write(/^\$\d+\r\nCLIENT/i.test(command) ? '+OK\r\n' : `-${error}\r\n`);
      }
    });
  });
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const port = await freePort();
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return `redis://127.0.0.1:${port}`;
}

async function askAll({ shared, locks, counter }: ReturnType<typeof openLevel>) {
  return [
    await shared.get(PLAN),
    (await locks.claim(PLAN)).kind,
    (await locks.look(PLAN, 'someone')).kind,
    await counter.add('sum', 1, 60),
  ];
}

test.each([
  'LOADING Redis is loading the dataset in memory',
  'MOVED 3999 127.0.0.1:6381',
  'READONLY You cannot write against a read only replica.',
  'OOM command not allowed when used memory > maxmemory.',
  'NOAUTH Authentication required.',
  'CLUSTERDOWN The cluster is down',
  'BUSY Redis is busy running a script.',
  'ERR unknown command',
])('A level on a server that says "%s" has nothing, and stays up', async (error) => {
  const level = await openLevelUp(await startRefusing(error));

  expect(await askAll(level)).toEqual([undefined, 'unreachable', 'unreachable', undefined]);
  expect(level.counters.read('shared_error')).toBe(4);
  expect(level.told.map(([state]) => state)).toEqual(['up']);
});

check('A level on a replica that is read only reads entries and runs alone', async () => {
  const server = await RedisServer.start();
  const level = await openLevelUp(server.url);
  const claim = await level.locks.claim(PLAN);
  const entry = { rows: [[1]], truncated: false, bytesBilled: 0, computedAt: 5n };
  if (claim.kind === 'mine') await claim.lease.publish(entry);
  await server.send('REPLICAOF', '127.0.0.1', `${await freePort()}`);

  expect(await askAll(level)).toEqual([entry, 'unreachable', 'gone', undefined]);
});

check('A level on a full Redis runs alone, and gives back the locks that it has', async () => {
  const server = await RedisServer.start('--maxmemory-policy', 'noeviction');
  const level = await openLevelUp(server.url);
  const claim = await level.locks.claim(PLAN);
  await server.send('CONFIG', 'SET', 'maxmemory', '1');

  if (claim.kind !== 'mine') throw new Error('The key is not claimed');
  await claim.lease.publish({ rows: [[1]], truncated: false, bytesBilled: 0, computedAt: 5n });

  expect(await askAll(level)).toEqual([undefined, 'unreachable', 'gone', undefined]);
  expect(level.counters.read('shared_write_failed')).toBe(1);
});

check('A level whose user may do nothing has nothing', async () => {
  const server = await RedisServer.start('--user', 'me', 'on', '>pass', '~*', '+ping', '+client');
  const level = await openLevelUp(`redis://me:pass@127.0.0.1:${server.port}`);

  expect(await askAll(level)).toEqual([undefined, 'unreachable', 'unreachable', undefined]);
});

test('A level answers odd replies as errors', async () => {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('data', (bytes) => {
      for (const _ of bytes.toString('latin1').match(/^\*\d+\r\n/gm) ?? []) socket.write('+OK\r\n');
    });
  });
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const port = await freePort();
  await once(server.listen(port, '127.0.0.1'), 'listening');
  const level = await openLevelUp(`redis://127.0.0.1:${port}`);

  expect(await askAll(level)).toEqual([undefined, 'unreachable', 'unreachable', undefined]);
});

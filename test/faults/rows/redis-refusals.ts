import type { Socket } from 'node:net';
import { RedisProcess } from '../../support/redis-process.ts';
import { freePort } from '../../support/redis-server.ts';
import type { Backends } from '../backends.ts';

type Step = (backends: Backends) => unknown;

/** Answers every command with an error; a command begins with the number of its words. */
function alwaysRefusing(error: string): (client: Socket) => void {
  return (client) => {
    client.on('data', (bytes) => {
      const commands = bytes.toString('latin1').match(/\*\d+\r\n/g) ?? [];
      client.write(`-${error}\r\n`.repeat(commands.length));
    });
  };
}

const set =
  (name: string, value: string): Step =>
  ({ redis }) =>
    redis.send('CONFIG', 'SET', name, value);

const impersonate =
  (error: string): Step =>
  ({ toRedis }) =>
    toRedis.replace(alwaysRefusing(error));

const heal: Step = ({ toRedis }) => toRedis.pass();

/** A Redis whose password the replicas do not know, in place of theirs. */
function withPassword(): readonly [begin: Step, end: Step] {
  let locked: RedisProcess | undefined;
  const begin: Step = async ({ toRedis }) => {
    locked = new RedisProcess(await freePort(), ['--requirepass', 'secret']);
    await locked.start();
    toRedis.target = locked.port;
    toRedis.reset();
    await toRedis.pass();
  };
  const end: Step = async ({ toRedis, redis }) => {
    toRedis.target = redis.port;
    await locked?.kill();
  };
  return [begin, end];
}

/** How Redis refuses, how that begins and how it ends. */
export const REFUSALS: readonly (readonly [name: string, begin: Step, end: Step])[] = [
  [
    'READONLY',
    ({ redis }) => redis.send('REPLICAOF', '127.0.0.1', '1'),
    ({ redis }) => redis.send('REPLICAOF', 'NO', 'ONE'),
  ],
  ['OOM', set('maxmemory', '1'), set('maxmemory', '0')],
  ['LOADING', impersonate('LOADING Redis is loading the dataset in memory'), heal],
  ['MOVED', impersonate('MOVED 3999 127.0.0.1:1'), heal],
  [
    'no RESP',
    ({ toRedis }) => toRedis.replace((client) => client.end('HTTP/1.1 400\r\n\r\n')),
    heal,
  ],
  ['NOAUTH', ...withPassword()],
];

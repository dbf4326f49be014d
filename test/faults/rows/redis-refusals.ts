import { RedisProcess } from '../../support/redis-process.ts';
import { freePort } from '../../support/redis-server.ts';
import type { Backends } from '../backends.ts';

type Step = (backends: Backends) => unknown;

const set =
  (name: string, value: string): Step =>
  ({ redis }) =>
    redis.send('CONFIG', 'SET', name, value);

const impersonate =
  (error: string): Step =>
  ({ toRedis }) =>
    toRedis.impersonate({ error });

const heal: Step = ({ toRedis }) => toRedis.pass();

/** A Redis whose password the replicas do not know, in place of theirs. */
function withPassword(): readonly [begin: Step, end: Step] {
  let locked: RedisProcess | undefined;
  const begin: Step = async ({ toRedis }) => {
    locked = new RedisProcess(await freePort(), ['--requirepass', 'secret']);
    await locked.start();
    await toRedis.aim(locked.port);
  };
  const end: Step = async ({ toRedis, redis }) => {
    await toRedis.aim(redis.port);
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
  ['no RESP', ({ toRedis }) => toRedis.impersonate({ text: 'HTTP/1.1 400\r\n\r\n' }), heal],
  ['NOAUTH', ...withPassword()],
];

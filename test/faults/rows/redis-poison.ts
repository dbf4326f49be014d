import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RedisProcess } from '../../support/redis-process.ts';
import type { Trial } from '../fault.ts';
import { kept } from '../questions.ts';
import { nextProject } from '../world.ts';

/** Puts something wrong under the name of an entry; `other` is the name of another tenant's entry. */
type Corrupt = (redis: RedisProcess, name: string, other: string) => Promise<unknown>;

const VERSION = 'fieldstone-entry/2 ';
const MAX_WAIT_MS = 3_000;

const change = (lua: string): Corrupt => {
  const script = `local v = redis.call('GET', KEYS[1]); redis.call('SET', KEYS[1], ${lua})`;
  return (redis, name) => redis.send('EVAL', script, '1', name);
};

/** An envelope with a right checksum around a body of somebody else. */
const forge = (body: (identity: string) => string): Corrupt => {
  const unhex = `ARGV[1]:gsub('..', function(h) return string.char(tonumber(h, 16)) end)`;
  return async (redis, name) => {
    const key = /\{(.*)\}/.exec(name)?.[1] ?? '';
    const head = Buffer.from(`${VERSION}p`);
    const packed = Buffer.from(body(key));
    const checksum = createHash('sha256').update(head).update(key).update(packed).digest();
    const hex = Buffer.concat([head, checksum, packed]).toString('hex');
    return redis.send('EVAL', `local v = ${unhex}; redis.call('SET', KEYS[1], v)`, '1', name, hex);
  };
};

const CORRUPTIONS: Readonly<Record<string, Corrupt>> = {
  'a text': (redis, name) => redis.send('SET', name, '{"rows":[[1]]}'),
  'nothing but a head': change(`'${VERSION}p'`),
  'a cut value': change('string.sub(v, 1, #v - 7)'),
  'a longer value': change("v .. 'x'"),
  'a flipped byte': change("string.sub(v, 1, 80) .. '~' .. string.sub(v, 82)"),
  '64 MB': (redis, name) => redis.send('SETRANGE', name, String(64 * 1024 * 1024), 'x'),
  'another version': change("(string.gsub(v, '/2 ', '/9 ', 1))"),
  'a list': async (redis, name) => {
    await redis.send('DEL', name);
    await redis.send('LPUSH', name, 'x');
  },
  'text in place of rows': forge((identity) =>
    JSON.stringify([identity, '1', false, 0, null, 'x']),
  ),
  'a prototype': forge(() => '{"__proto__":{"rows":"x"},"rows":"x","length":6}'),
  'an endless age': forge((identity) =>
    JSON.stringify([identity, '9'.repeat(40), false, 0, null, []]),
  ),
  "another tenant's entry": (redis, name, other) => redis.send('COPY', other, name, 'REPLACE'),
};

/** The second replica, which has nothing in its memory yet, must not take anything wrong from Redis. */
export async function poison(trial: Trial): Promise<void> {
  const { rig, backends, client } = trial;
  const { redis } = backends;
  const other = await entryOf(trial, nextProject());
  for (const [what, corrupt] of Object.entries(CORRUPTIONS)) {
    const project = nextProject();
    const name = await entryOf(trial, project);
    const before = await misses(trial);
    await corrupt(redis, name, other);
    const digest = await digestOf(redis, name);
    await client.ask(kept(project), { replica: 1 });
    trial.expect((await misses(trial)) > before, `${what} is not counted`);
    trial.expectEqual(backends.jobsOf(project), 2, `${what}: jobs`);
    trial.expect(await changes(redis, name, digest), `${what} is not written anew`);
  }
  trial.note(
    `${Object.keys(CORRUPTIONS).length} kinds; rejected: ${await rig.second.event('shared_rejected')}`,
  );
  await trial.recover();
}

async function misses({ rig }: Trial): Promise<number> {
  return (await rig.second.event('shared_rejected')) + (await rig.second.event('shared_error'));
}

/** Asks the first replica, which writes the entry; resolves to its name. */
async function entryOf({ client, backends }: Trial, project: string): Promise<string> {
  const { redis } = backends;
  const known = new Set(await entries(redis));
  await client.ask(kept(project));
  for (let waited = 0; waited < MAX_WAIT_MS; waited += 20) {
    const added = (await entries(redis)).find((name) => !known.has(name));
    if (added !== undefined) return added;
    await sleep(20);
  }
  throw new Error('The entry is not written');
}

async function entries(redis: RedisProcess): Promise<readonly string[]> {
  return (await redis.send('KEYS', '*:entry')) as readonly string[];
}

/** What is under a name, in a few letters. */
async function digestOf(redis: RedisProcess, name: string): Promise<string> {
  return String(await redis.send('DEBUG', 'DIGEST-VALUE', name));
}

async function changes(redis: RedisProcess, name: string, digest: string): Promise<boolean> {
  for (let waited = 0; waited < MAX_WAIT_MS; waited += 20) {
    if ((await digestOf(redis, name)) !== digest) return true;
    await sleep(20);
  }
  return false;
}

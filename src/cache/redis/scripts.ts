import type { RedisClient } from './client.ts';

/** A script and how to run it: sent as text each time, which is short, so that a restart of Redis forgets nothing. */
export interface Script<Reply> {
  readonly text: string;
  /** Throws for what the script cannot answer. */
  readonly read: (reply: unknown) => Reply;
}

/** Runs a script on Redis. */
export async function runScript<Reply>(
  client: RedisClient,
  script: Script<Reply>,
  keys: string[],
  values: readonly (string | number | Buffer)[],
): Promise<Reply> {
  const reply: unknown = await client.eval(script.text, {
    keys,
    arguments: values.map((value) =>
      typeof value === 'number' ? String(value) : value,
    ) as string[],
  });
  return script.read(reply);
}

/** In the place of a run's result that is the entry. */
export const IN_ENTRY = '+';

/**
 * A lock without an end, or with one that is too far away since Redis's clock was set back, is nobody's: its holder
 * would have renewed it.
 */
const HOLDER_OF = `
local function holderOf(lock, most)
  local ttl = redis.call('PTTL', lock)
  return ttl > 0 and ttl <= 2 * most and redis.call('GET', lock) or ''
end`;

/** Takes the lock unless it is held; says who holds it then. Keys: lock. Values: token, milliseconds. */
export const TAKE: Script<string> = {
  text: `${HOLDER_OF}
local holder = holderOf(KEYS[1], ARGV[2])
if holder ~= '' then return {holder} end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return {ARGV[1]}`,
  read: readHolder,
};

/** Says who holds the lock; nobody is an empty text. Keys: lock. Values: milliseconds. */
export const LOOK: Script<string> = {
  text: `${HOLDER_OF}
return {holderOf(KEYS[1], ARGV[1])}`,
  read: readHolder,
};

/** Keeps the lock up where the token still holds it. Keys: lock. Values: token, milliseconds. */
export const RENEW: Script<boolean> = {
  text: `
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('PEXPIRE', KEYS[1], ARGV[2])`,
  read: (reply) => reply === 1,
};

/** What became of a write. */
export type Landing = 'written' | 'fenced' | 'failed';

/**
 * Writes and gives the lock back, where the token still holds it; the lock goes even when the write fails.
 *
 * Keys: entry, lock, flight; rows that are never kept have the flight's name for their entry's. Values: token, bytes,
 * milliseconds for the entry and for the flight.
 */
export const LAND: Script<Landing> = {
  text: `
if redis.call('GET', KEYS[2]) ~= ARGV[1] then return 0 end
local written = redis.pcall('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
if not written.err and KEYS[1] ~= KEYS[3] then
  written = redis.pcall('SET', KEYS[3], '${IN_ENTRY}', 'PX', ARGV[4])
end
redis.call('DEL', KEYS[2])
return written.err and -1 or 1`,
  read: (reply) => {
    if (reply === 0) return 'fenced';
    return reply === 1 ? 'written' : 'failed';
  },
};

/** Gives the lock back where the token still holds it. Keys: lock. Values: token. */
export const RELEASE: Script<boolean> = {
  text: `
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('DEL', KEYS[1])`,
  read: (reply) => reply === 1,
};

/** Adds to a sum, which lives from its first addition. Keys: counter. Values: amount, seconds. */
export const ADD: Script<number> = {
  text: `
local sum = redis.call('INCRBY', KEYS[1], ARGV[1])
if redis.call('PTTL', KEYS[1]) < 0 then redis.call('EXPIRE', KEYS[1], ARGV[2]) end
return sum`,
  read: (reply) => {
    if (typeof reply !== 'number') throw new Error('Redis did not answer with a number');
    return reply;
  },
};

function readHolder(reply: unknown): string {
  const holder: unknown = Array.isArray(reply) ? reply[0] : undefined;
  if (typeof holder !== 'string') throw new Error('Redis did not answer with a name');
  return holder;
}

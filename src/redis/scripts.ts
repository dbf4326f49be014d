import type { RedisClient } from './client.ts';

/**
 * A Lua script and its reply. It is short enough to be sent as text each time, so that a restart of Redis needs no
 * reload.
 */
export interface Script<Reply> {
  readonly text: string;
  /** Parses the reply; throws for an impossible one. */
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

/** Stored as a run's result when the result is in the entry. */
export const IN_ENTRY = Buffer.from('+');

/**
 * A lock without expiry, or with one that is too far away since Redis's clock was set back, counts as free: its holder
 * would have renewed it.
 */
const HOLDER_OF = `
local function holderOf(lock, most)
  local ttl = redis.call('PTTL', lock)
  return ttl > 0 and ttl <= 2 * most and redis.call('GET', lock) or ''
end`;

/** Takes the lock unless it is held; returns the holder. Keys: lock. Values: token, milliseconds. */
export const TAKE: Script<string> = {
  text: `${HOLDER_OF}
local holder = holderOf(KEYS[1], ARGV[2])
if holder ~= '' then return {holder} end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return {ARGV[1]}`,
  read: readHolder,
};

/** Returns the lock's holder, or an empty text. Keys: lock. Values: milliseconds. */
export const LOOK: Script<string> = {
  text: `${HOLDER_OF}
return {holderOf(KEYS[1], ARGV[1])}`,
  read: readHolder,
};

/** Renews the lock if the token still holds it. Keys: lock. Values: token, milliseconds. */
export const RENEW: Script<boolean> = {
  text: `
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('PEXPIRE', KEYS[1], ARGV[2])`,
  read: (reply) => reply === 1,
};

/** The outcome of a fenced write. */
export type WriteOutcome = 'written' | 'fenced' | 'failed';

/**
 * Writes and releases the lock if the token still holds it; the lock is released even if the write fails.
 *
 * Keys: entry, lock, flight; for rows that are never cached the entry's name is the flight's. Values: token, bytes,
 * milliseconds for the entry and for the flight.
 */
export const WRITE: Script<WriteOutcome> = {
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

/** Releases the lock if the token still holds it. Keys: lock. Values: token. */
export const RELEASE: Script<boolean> = {
  text: `
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('DEL', KEYS[1])`,
  read: (reply) => reply === 1,
};

/** Adds to a sum, which expires `seconds` after its first addition. Keys: counter. Values: amount, seconds. */
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

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

/** In the place of a result that is the entry. */
const IN_ENTRY = '+';

/** Who holds a lock, and the bytes that were read. */
export interface LockReply {
  readonly holder: string;
  readonly bytes: Buffer;
}

/**
 * A lock without an end, or with one that is too far away since Redis's clock was set back, is nobody's: its holder
 * would have renewed it.
 */
const HOLDER_OF = `
local function holderOf(lock, most)
  local ttl = redis.call('PTTL', lock)
  return ttl > 0 and ttl <= 2 * most and redis.call('GET', lock) or ''
end`;

/** Bytes of a value; none of one that is no text, which is written over like any other odd value. */
const BYTES_OF = `
local function bytesOf(name, most)
  local bytes = redis.pcall('GETRANGE', name, 0, most)
  return type(bytes) == 'string' and bytes or ''
end`;

/**
 * Takes the lock unless it is held, and then reads the entry.
 *
 * Keys: lock, entry (absent for rows that are never kept). Values: token, milliseconds, most bytes.
 */
export const TAKE: Script<LockReply> = {
  text: `${HOLDER_OF}${BYTES_OF}
local holder = holderOf(KEYS[1], ARGV[2])
if holder ~= '' then return {holder, ''} end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return {ARGV[1], KEYS[2] and bytesOf(KEYS[2], ARGV[3]) or ''}`,
  read: readLock,
};

/**
 * Says who holds the lock; when that is not the token, reads the flight's result, which for rows that are kept is the
 * entry.
 *
 * Keys: lock, flight, entry (absent for rows that are never kept). Values: token, milliseconds, most bytes.
 */
export const LOOK: Script<LockReply> = {
  text: `${HOLDER_OF}${BYTES_OF}
local holder = holderOf(KEYS[1], ARGV[2])
if holder == ARGV[1] then return {holder, ''} end
local bytes = bytesOf(KEYS[2], ARGV[3])
if bytes == '${IN_ENTRY}' then bytes = bytesOf(KEYS[3], ARGV[3]) end
return {holder, bytes}`,
  read: readLock,
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
 * Keys: lock, flight, entry (absent for rows that are never kept). Values: token, bytes, milliseconds for the flight
 * and for the entry.
 */
export const LAND: Script<Landing> = {
  text: `
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
local flight, written = ARGV[2], {}
if KEYS[3] then
  written = redis.pcall('SET', KEYS[3], ARGV[2], 'PX', ARGV[4])
  flight = '${IN_ENTRY}'
end
if not written.err then written = redis.pcall('SET', KEYS[2], flight, 'PX', ARGV[3]) end
redis.call('DEL', KEYS[1])
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

function readLock(reply: unknown): LockReply {
  if (!Array.isArray(reply)) throw new Error('Redis did not answer with a list');
  const [holder, bytes] = reply as readonly unknown[];
  if (!Buffer.isBuffer(holder) || !Buffer.isBuffer(bytes)) {
    throw new Error('Redis did not answer with bytes');
  }
  return { holder: holder.toString('latin1'), bytes };
}

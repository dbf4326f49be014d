import { Counters } from '../cache/counters.ts';
import { MAX_ENVELOPE_BYTES } from '../cache/envelope.ts';
import { openKeyv } from '../cache/keyv.ts';
import { type RunLocks, SharedCache, type SharedCounter } from '../cache/shared.ts';
import type { RateLimiter } from '../request/rate-limiter.ts';
import { createRedisClient } from './client.ts';
import { RedisKeys } from './keys.ts';
import { WriteBudget } from './lease.ts';
import { type LinkOptions, RedisLink } from './link.ts';
import { RedisRateLimiter } from './rate-limiter.ts';
import { RedisRunLocks } from './run-locks.ts';
import { ADD } from './scripts.ts';
import { type FencedBytes, RedisStore } from './store.ts';

/** Address and settings of the Redis level. */
export interface RedisLevelOptions extends Partial<LinkOptions> {
  /** `redis://` or `rediss://`, with user and password if Redis requires them. */
  readonly url: string;
  /** Prefix of every key; replicas with the same namespace must serve the same data. */
  readonly namespace: string;
  /** Expiry of a lock that its holder does not renew, in milliseconds. @default 2000 */
  readonly lockMs?: number;
  /** Time until a rate limit's bucket is full again. @default 60 */
  readonly rateWindowSeconds?: number;
}

/** What replicas share on one Redis. */
export interface RedisLevel {
  readonly shared: SharedCache;
  readonly locks: RunLocks;
  readonly counter: SharedCounter;
  readonly rateLimiter: RateLimiter;
  /** The connection, for what others keep there. */
  readonly link: RedisLink;
  /** The prefix of every key. */
  readonly namespace: string;
  /** Waits briefly for pending calls and disconnects. */
  close(): Promise<void>;
}

/** A call that takes longer fails and opens the breaker until Redis has recovered. */
const TIMEOUT_MS = 100;
const LOCK_MS = 2_000;
const MAX_PENDING_BYTES = 4 * MAX_ENVELOPE_BYTES;

/** Opens the level without waiting for Redis; until Redis is reachable, every lookup is a miss. */
export function openRedisLevel(options: RedisLevelOptions): RedisLevel {
  const { url, namespace, counters = new Counters(), lockMs = LOCK_MS } = options;
  const { timeoutMs = TIMEOUT_MS, onState = () => {} } = options;
  const client = createRedisClient(url);
  const link = new RedisLink(client, { timeoutMs, counters, onState });
  const keys = new RedisKeys(namespace);
  const store = new RedisStore({ client, link, namespace, maxBytes: MAX_ENVELOPE_BYTES });
  const keyv = openKeyv<Buffer | FencedBytes>(store, namespace);
  const budget = new WriteBudget(MAX_PENDING_BYTES);
  return {
    shared: new SharedCache(keyv, counters),
    locks: new RedisRunLocks({ link, keyv, keys, counters, budget, lockMs }),
    counter: redisCounter(link, keys),
    link,
    namespace,
    rateLimiter: new RedisRateLimiter({ client, link, namespace }, options.rateWindowSeconds),
    close: () => link.close(),
  };
}

/** Counters on Redis; `undefined` if Redis is unreachable. */
function redisCounter(link: RedisLink, keys: RedisKeys): SharedCounter {
  return {
    add: (name, amount, ttlSeconds) =>
      link
        .run(ADD, [keys.counter(name)], [Math.round(amount), Math.ceil(ttlSeconds)])
        .catch(() => undefined),
  };
}

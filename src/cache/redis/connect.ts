import type { RateLimiter } from '../../server/rate-limit/rate-limiter.ts';
import { Counters } from '../counters.ts';
import { MAX_ENVELOPE_BYTES } from '../envelope.ts';
import { openKeyv } from '../open-keyv.ts';
import type { RunLocks } from '../run-locks.ts';
import { SharedCache } from '../shared-cache.ts';
import type { SharedCounter } from '../shared-counter.ts';
import { createRedisClient } from './client.ts';
import { RedisKeys } from './keys.ts';
import { type LinkOptions, RedisLink } from './link.ts';
import { RedisCounter } from './redis-counter.ts';
import { RedisRateLimiter } from './redis-rate-limiter.ts';
import { RedisRunLocks } from './redis-run-locks.ts';
import { type FencedBytes, RedisStore } from './redis-store.ts';
import { WriteBudget } from './write-budget.ts';

/** Where Redis is and how it is used. */
export interface RedisLevelOptions extends Partial<LinkOptions> {
  /** `redis://` or `rediss://`, with user and password where Redis asks for them. */
  readonly url: string;
  /** Every key starts with it; replicas with one namespace must hold the same data. */
  readonly namespace: string;
  /** What a lock lives without its holder. @default 2000 */
  readonly lockMs?: number;
  /** After how long the buckets of rate limits are full again. @default 60 */
  readonly rateWindowSeconds?: number;
}

/** What replicas have in common on one Redis. */
export interface RedisLevel {
  readonly shared: SharedCache;
  readonly locks: RunLocks;
  readonly counter: SharedCounter;
  readonly rateLimiter: RateLimiter;
  /** Whether Redis answers. */
  readonly isUp: boolean;
  /** Lets what is under way end, for a moment, and disconnects. */
  close(): Promise<void>;
}

/** A call that takes longer is given up, and Redis is left alone until it is well. */
const TIMEOUT_MS = 100;
const LOCK_MS = 2_000;
const MAX_BYTES_UNDER_WAY = 4 * MAX_ENVELOPE_BYTES;

/** Opens the level at once, whether or not Redis can be reached; until it can, everything is a miss. */
export function openRedisLevel(options: RedisLevelOptions): RedisLevel {
  const { url, namespace, counters = new Counters(), lockMs = LOCK_MS } = options;
  const { timeoutMs = TIMEOUT_MS, onState = () => {} } = options;
  const client = createRedisClient(url);
  const link = new RedisLink(client, { timeoutMs, counters, onState });
  const keys = new RedisKeys(namespace);
  const store = new RedisStore({ client, link, namespace, maxBytes: MAX_ENVELOPE_BYTES });
  const keyv = openKeyv<Buffer | FencedBytes>(store, namespace);
  const budget = new WriteBudget(MAX_BYTES_UNDER_WAY);
  return {
    shared: new SharedCache(keyv, counters),
    locks: new RedisRunLocks({ link, keyv, keys, counters, budget, lockMs }),
    counter: new RedisCounter(link, keys),
    rateLimiter: new RedisRateLimiter({ client, link, namespace }, options.rateWindowSeconds),
    get isUp() {
      return link.isUp;
    },
    close: () => link.close(),
  };
}

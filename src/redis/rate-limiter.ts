import { LRUCache } from 'lru-cache';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import {
  type Bucket,
  MemoryRateLimiter,
  type RateLimiter,
  type Usage,
  WINDOW_SECONDS,
} from '../request/rate-limiter.ts';
import { getOrInsertComputed } from '../values/memory.ts';
import type { RedisClient } from './client.ts';
import { NAMESPACE_SEPARATOR } from './keys.ts';
import type { RedisLink } from './link.ts';

/** Local state of a bucket that replicas share. */
interface SharedBucket {
  /** As of Redis's last reply. */
  taken: number;
  resetAt: number;
  /** Taken here, not yet sent to Redis. */
  unsent: number;
  isSending: boolean;
}

const newBucket = (): SharedBucket => ({ taken: 0, resetAt: 0, unsent: 0, isSending: false });

const MAX_BUCKETS = 50_000;

/**
 * Rate limit buckets that replicas share, without waiting for Redis: amounts taken here are sent in the background, one
 * call per bucket at a time, and the returned sum counts from then on. While Redis is unreachable or slow, only this
 * process's buckets count.
 */
export class RedisRateLimiter implements RateLimiter {
  readonly #link: RedisLink;
  readonly #own: MemoryRateLimiter;
  readonly #buckets: RateLimiterRedis;
  readonly #shared = new LRUCache<string, SharedBucket>({ max: MAX_BUCKETS });

  constructor(
    { client, link, namespace }: { client: RedisClient; link: RedisLink; namespace: string },
    windowSeconds = WINDOW_SECONDS,
  ) {
    this.#link = link;
    this.#own = new MemoryRateLimiter(windowSeconds);
    this.#buckets = new RateLimiterRedis({
      storeClient: client,
      useRedisPackage: true,
      keyPrefix: `${namespace}${NAMESPACE_SEPARATOR}rate`,
      duration: windowSeconds,
      // The limit is not compared here.
      points: Number.MAX_SAFE_INTEGER,
    });
  }

  take(bucket: Bucket, amount = 1): Usage {
    const own = this.#own.take(bucket, amount);
    if (amount === 0 && !this.#shared.has(bucket)) return own;
    const shared = getOrInsertComputed(this.#shared, bucket, newBucket);
    shared.unsent += amount;
    if (!shared.isSending && amount > 0) void this.#send(bucket, shared);
    const resetMs = shared.resetAt - performance.now();
    if (resetMs <= 0) return own;
    const taken = shared.taken + shared.unsent;
    return taken > own.taken ? { taken, resetMs } : own;
  }

  async #send(bucket: string, shared: SharedBucket): Promise<void> {
    shared.isSending = true;
    try {
      while (shared.unsent > 0) await this.#sendOnce(bucket, shared);
    } catch {
      // Redis is unreachable: amounts taken meanwhile count only in this process.
      shared.unsent = 0;
    } finally {
      shared.isSending = false;
    }
  }

  async #sendOnce(bucket: string, shared: SharedBucket): Promise<void> {
    const sent = shared.unsent;
    const sum = await this.#link.call(() => this.#buckets.penalty(bucket, sent));
    shared.unsent -= sent;
    shared.taken = sum.consumedPoints;
    shared.resetAt = performance.now() + sum.msBeforeNext;
  }
}

import { setImmediate as immediate } from 'node:timers/promises';
import type { Keyv } from 'keyv';
import type { Counters } from '../cache/counters.ts';
import type { CacheEntry, CacheKey } from '../cache/entry.ts';
import { sealEnvelope } from '../cache/envelope.ts';
import { type Lifetime, maxAgeSeconds } from '../cache/lifetime.ts';
import { entryName, type Lease } from '../cache/shared.ts';
import { flightName, type RedisKeys } from './keys.ts';
import type { RedisLink } from './link.ts';
import { RELEASE, RENEW, type Script } from './scripts.ts';
import { BACKGROUND_MS, type FencedBytes } from './store.ts';

/** Dependencies and settings that leases share. */
export interface LeaseOptions {
  readonly link: RedisLink;
  /** Over a `RedisStore`. */
  readonly keyv: Keyv<Buffer | FencedBytes>;
  readonly keys: RedisKeys;
  readonly counters: Counters;
  readonly budget: WriteBudget;
  /** Expiry of a lock whose holder has died, in milliseconds. */
  readonly lockMs: number;
}

/** Stored in place of a result that is too large. An envelope is never this short. */
export const TOO_LARGE = Buffer.from('-');

/** How long a run's result is kept for waiting replicas: several polls. */
const FLIGHT_MS = 5_000;
/** Renewal interval as a share of `lockMs`: two renewals may fail. */
const RENEWAL_SHARE = 0.3;
/** Keeps entries written together from expiring together. */
const TTL_JITTER = 0.1;
/** Maximum expiry sent to Redis, whose arithmetic overflows at 2^63. */
const MAX_TTL_MS = 400 * 86_400_000;

/** Expiry of an entry in milliseconds, counted by Redis from the write, so that replicas' clocks do not matter. */
export function entryTtlMs(lifetime: Lifetime, random = Math.random): number {
  const milliseconds = maxAgeSeconds(lifetime) * 1_000 * (1 + TTL_JITTER * random());
  return Math.ceil(Math.min(Math.max(milliseconds, 1), MAX_TTL_MS));
}

/** A lock on Redis, renewed until it is released. */
export class RedisLease implements Lease {
  readonly #key: CacheKey;
  readonly #token: string;
  readonly #options: LeaseOptions;
  readonly #timer: NodeJS.Timeout;

  constructor(key: CacheKey, token: string, options: LeaseOptions) {
    this.#key = key;
    this.#token = token;
    this.#options = options;
    this.#timer = setInterval(() => void this.#renew(), options.lockMs * RENEWAL_SHARE).unref();
  }

  async publish(entry: CacheEntry): Promise<void> {
    try {
      this.#share(await sealEnvelope(this.#key, entry));
      // Keyv forwards the write asynchronously; commands issued from here on are sent after it.
      await immediate();
    } catch {
      // The rows do not have the types of their columns, so they cannot be encoded.
      this.#options.counters.add('shared_write_failed');
      await this.release();
    }
  }

  async release(): Promise<void> {
    clearInterval(this.#timer);
    // A lock that cannot be released expires soon.
    void this.#run(RELEASE).catch(() => {});
  }

  #share(envelope: Buffer | undefined): void {
    const { budget, counters } = this.#options;
    const { key, lifetime } = this.#key;
    const flight = flightName(key, this.#token);
    if (!envelope || !budget.take(envelope.length)) {
      counters.add(envelope ? 'shared_write_dropped' : 'shared_write_too_large');
      void this.#write(flight, TOO_LARGE, FLIGHT_MS);
      return;
    }
    const written = lifetime
      ? this.#write(entryName(key), envelope, entryTtlMs(lifetime))
      : this.#write(flight, envelope, FLIGHT_MS);
    void written.finally(() => budget.release(envelope.length));
  }

  async #write(name: string, bytes: Buffer, ttlMs: number): Promise<void> {
    clearInterval(this.#timer);
    const { keyv, keys, counters } = this.#options;
    const { key } = this.#key;
    const token = this.#token;
    const fence = { lock: keys.lock(key), flight: keys.flight(key, token), token };
    const fenced = { bytes, ...fence, flightMs: FLIGHT_MS };
    try {
      const isWritten = await keyv.set(name, fenced, ttlMs);
      counters.add(isWritten ? 'shared_written' : 'replicas_fenced');
    } catch {
      counters.add('shared_write_failed');
    }
  }

  async #renew(): Promise<void> {
    // If it fails, the next renewal may still be in time.
    const isHeld = await this.#run(RENEW).catch(() => true);
    if (!isHeld) clearInterval(this.#timer);
  }

  #run(script: Script<boolean>): Promise<boolean> {
    const { link, keys, lockMs } = this.#options;
    return link.run(script, [keys.lock(this.#key.key)], [this.#token, lockMs], BACKGROUND_MS);
  }
}

/** Bounds the bytes pending for Redis, which are held in memory until it has received them. */
export class WriteBudget {
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Reserves bytes if the budget allows; they count until `release`. */
  take(bytes: number): boolean {
    if (this.#bytes + bytes > this.#maxBytes) return false;
    this.#bytes += bytes;
    return true;
  }

  release(bytes: number): void {
    this.#bytes -= bytes;
  }
}

import type { Counters } from '../counters.ts';
import type { CacheEntry, CacheKey } from '../entry.ts';
import { sealEnvelope } from '../envelope.ts';
import { type Lifetime, wholeLife } from '../lifetime.ts';
import type { Lease } from '../run-locks.ts';
import type { RedisKeys } from './keys.ts';
import type { RedisLink } from './link.ts';
import { LAND, RELEASE, RENEW, runScript } from './scripts.ts';
import type { WriteBudget } from './write-budget.ts';

/** What turns have in common. */
export interface LeaseOptions {
  readonly link: RedisLink;
  readonly keys: RedisKeys;
  readonly counters: Counters;
  readonly budget: WriteBudget;
  /** After so long a lock falls whose holder has died. */
  readonly lockMs: number;
}

/** In the place of a result that is too large. An envelope never is so short. */
export const TOO_LARGE = Buffer.from('-');

/** How long the result of one run is kept for those who wait for it: some looks of theirs. */
const FLIGHT_MS = 5_000;
/** Nobody waits for these calls, which may carry megabytes. */
const BACKGROUND_MS = 1_000;
/** Of the lock's life: a renewal may fail twice. */
const RENEWAL_PART = 0.3;
/** Entries that were written together must not go together. */
const TTL_JITTER = 0.1;
/** A bound on what a lifetime can ask of Redis, whose own arithmetic ends at 2^63. */
const MAX_TTL_MS = 400 * 86_400_000;

/** How long an entry is kept; counted by Redis from when it is written, so that no clock of a replica matters. */
export function entryTtlMs(lifetime: Lifetime, random = Math.random): number {
  const milliseconds = wholeLife(lifetime) * 1_000 * (1 + TTL_JITTER * random());
  return Math.ceil(Math.min(Math.max(milliseconds, 1), MAX_TTL_MS));
}

/** A lock on Redis, renewed until it is given back. */
export class RedisLease implements Lease {
  readonly #key: CacheKey;
  readonly #token: string;
  readonly #options: LeaseOptions;
  readonly #timer: NodeJS.Timeout;

  constructor(key: CacheKey, token: string, options: LeaseOptions) {
    this.#key = key;
    this.#token = token;
    this.#options = options;
    this.#timer = setInterval(() => void this.#renew(), options.lockMs * RENEWAL_PART).unref();
  }

  async land(entry: CacheEntry): Promise<void> {
    const { budget, counters } = this.#options;
    try {
      const envelope = await sealEnvelope(this.#key, entry);
      if (envelope && budget.take(envelope.length)) {
        void this.#write(envelope, this.#key.lifetime).finally(() =>
          budget.giveBack(envelope.length),
        );
        return;
      }
      counters.add(envelope ? 'shared_write_dropped' : 'shared_write_too_large');
      void this.#write(TOO_LARGE);
    } catch {
      // Rows that do not have the types of their columns: there is no envelope for them.
      counters.add('shared_write_failed');
      await this.release();
    }
  }

  async release(): Promise<void> {
    clearInterval(this.#timer);
    const { link, keys } = this.#options;
    // What is left of a lock that cannot be given back is its short life.
    void link
      .call(
        (client) => runScript(client, RELEASE, [keys.lock(this.#key.key)], [this.#token]),
        BACKGROUND_MS,
      )
      .catch(() => {});
  }

  /** Sent before this method first waits: what is sent after it comes after it. */
  async #write(bytes: Buffer, lifetime?: Lifetime): Promise<void> {
    clearInterval(this.#timer);
    const { link, keys, counters } = this.#options;
    const { key } = this.#key;
    const names = [keys.lock(key), keys.flight(key, this.#token)];
    const values = [this.#token, bytes, FLIGHT_MS];
    if (lifetime) {
      names.push(keys.entry(key));
      values.push(entryTtlMs(lifetime));
    }
    try {
      const landing = await link.call(
        (client) => runScript(client, LAND, names, values),
        BACKGROUND_MS,
      );
      if (landing === 'fenced') counters.add('replicas_fenced');
      else counters.add(landing === 'written' ? 'shared_written' : 'shared_write_failed');
    } catch {
      counters.add('shared_write_failed');
    }
  }

  async #renew(): Promise<void> {
    const { link, keys, lockMs } = this.#options;
    const names = [keys.lock(this.#key.key)];
    try {
      const isHeld = await link.call(
        (client) => runScript(client, RENEW, names, [this.#token, lockMs]),
        BACKGROUND_MS,
      );
      if (!isHeld) clearInterval(this.#timer);
    } catch {
      // The next renewal may come in time.
    }
  }
}

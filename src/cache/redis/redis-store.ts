import KeyvRedis from '@keyv/redis';
import type { KeyvStoreAdapter, StoredData } from 'keyv';
import type { RedisClient } from './client.ts';
import { NAMESPACE_SEPARATOR } from './keys.ts';
import type { RedisLink } from './link.ts';
import { LAND } from './scripts.ts';

/** Bytes that are written only as long as a lock is held, which is then given back. */
export interface FencedBytes {
  readonly bytes: Buffer;
  /** The whole names of the lock, and of what says to those who wait that the run has ended. */
  readonly lock: string;
  readonly flight: string;
  /** What the lock's holder has written into it. */
  readonly token: string;
  readonly flightMs: number;
}

/** What Keyv hands to a store for a value that is not text. */
interface Stored {
  readonly value: Buffer | FencedBytes;
}

/** How a store on Redis is used. */
export interface RedisStoreOptions {
  readonly client: RedisClient;
  readonly link: RedisLink;
  readonly namespace: string;
  /** Longer values are cut when they are read, which whoever reads them has to notice. */
  readonly maxBytes: number;
}

/** Nobody waits for writes, which may carry megabytes. */
export const BACKGROUND_MS = 1_000;

/** The type of a bulk string in RESP: asks the client for bytes in the place of text. */
const AS_BYTES = { 36: Buffer };

/**
 * Keyv's store on Redis for values that are bytes. Everything goes through the link, which bounds its time.
 *
 * Names, deleting and listing are @keyv/redis'. Its reads take any length, as text, and its writes know no locks.
 */
export class RedisStore implements KeyvStoreAdapter {
  readonly opts = { dialect: 'redis' };
  namespace: string;
  readonly #redis: KeyvRedis<Stored>;
  readonly #link: RedisLink;
  readonly #maxBytes: number;

  constructor({ client, link, namespace, maxBytes }: RedisStoreOptions) {
    const keyPrefixSeparator = NAMESPACE_SEPARATOR;
    this.#redis = new KeyvRedis(client, { namespace, keyPrefixSeparator, throwOnErrors: true });
    this.namespace = namespace;
    this.#link = link;
    this.#maxBytes = maxBytes;
  }

  async get<Value = Stored>(name: string): Promise<StoredData<Value> | undefined> {
    const value = await this.#link.call((client) =>
      client.withTypeMapping(AS_BYTES).getRange(this.#whole(name), 0, this.#maxBytes),
    );
    // An absent value reads as an empty one. What a store keeps is open in Keyv's types.
    return value?.length ? ({ value } as StoredData<Value>) : undefined;
  }

  /** False where the value has a lock that another holds. */
  async set(name: string, { value }: Stored, ttlMs?: number): Promise<boolean> {
    const whole = this.#whole(name);
    if (!Buffer.isBuffer(value)) return this.#land(whole, value, ttlMs);
    const expiry = ttlMs === undefined ? {} : { PX: ttlMs };
    await this.#link.call((client) => client.set(whole, value, expiry), BACKGROUND_MS);
    return true;
  }

  async delete(name: string): Promise<boolean> {
    return this.#link.call(() => this.#redis.delete(name));
  }

  async clear(): Promise<void> {
    await this.#link.call(() => this.#redis.clear(), BACKGROUND_MS);
  }

  async *iterator<Value = Stored>(
    namespace?: string,
  ): AsyncGenerator<(string | Awaited<Value> | undefined)[], void> {
    for await (const [name] of this.#redis.iterator(namespace)) {
      yield [name, (await this.get(name)) as Awaited<Value>];
    }
  }

  on(event: string, listener: (...values: unknown[]) => void): this {
    this.#redis.on(event, listener);
    return this;
  }

  async #land(whole: string, fenced: FencedBytes, ttlMs = fenced.flightMs): Promise<boolean> {
    const { bytes, lock, flight, token, flightMs } = fenced;
    const values = [token, bytes, ttlMs, flightMs];
    const landing = await this.#link.run(LAND, [whole, lock, flight], values, BACKGROUND_MS);
    if (landing === 'failed') throw new Error('Redis did not take the value');
    return landing === 'written';
  }

  #whole(name: string): string {
    return this.#redis.createKeyPrefix(name, this.namespace);
  }
}

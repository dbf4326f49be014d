import KeyvRedis from '@keyv/redis';
import type { KeyvStoreAdapter, StoredData } from 'keyv';
import type { RedisClient } from './client.ts';
import { NAMESPACE_SEPARATOR } from './keys.ts';
import type { RedisLink } from './link.ts';
import { WRITE } from './scripts.ts';

/** Bytes that are written only while a lock is held; the write releases the lock. */
export interface FencedBytes {
  readonly bytes: Buffer;
  /** Full names of the lock, and of the result that tells waiting replicas that the run has ended. */
  readonly lock: string;
  readonly flight: string;
  /** The value of the lock, which identifies its holder. */
  readonly token: string;
  readonly flightMs: number;
}

/** What Keyv passes to a store for values that are not text. */
interface Stored {
  readonly value: Buffer | FencedBytes;
}

/** Dependencies and settings of a `RedisStore`. */
export interface RedisStoreOptions {
  readonly client: RedisClient;
  readonly link: RedisLink;
  readonly namespace: string;
  /** Longer values are truncated when read; readers have to detect it. */
  readonly maxBytes: number;
}

/** Time limit of background writes, which may carry megabytes. */
export const BACKGROUND_MS = 1_000;

/** Maps RESP bulk strings (type 36) to `Buffer` instead of text. */
const AS_BYTES = { 36: Buffer };

/**
 * Keyv's store on Redis for byte values. All calls go through the link, which bounds their time.
 *
 * Names, deleting and listing come from @keyv/redis; its reads have no length limit and return text, and its writes
 * cannot check a lock.
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
      client.withTypeMapping(AS_BYTES).getRange(this.#fullName(name), 0, this.#maxBytes),
    );
    // GETRANGE returns an empty value for an absent key. Keyv's types leave the stored type open.
    return value?.length ? ({ value } as StoredData<Value>) : undefined;
  }

  /** False if the value is fenced by a lock that another holds. */
  async set(name: string, { value }: Stored, ttlMs?: number): Promise<boolean> {
    const fullName = this.#fullName(name);
    if (!Buffer.isBuffer(value)) return this.#writeFenced(fullName, value, ttlMs);
    const expiry = ttlMs === undefined ? {} : { PX: ttlMs };
    await this.#link.call((client) => client.set(fullName, value, expiry), BACKGROUND_MS);
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

  async #writeFenced(
    fullName: string,
    fenced: FencedBytes,
    ttlMs = fenced.flightMs,
  ): Promise<boolean> {
    const { bytes, lock, flight, token, flightMs } = fenced;
    const values = [token, bytes, ttlMs, flightMs];
    const outcome = await this.#link.run(WRITE, [fullName, lock, flight], values, BACKGROUND_MS);
    if (outcome === 'failed') throw new Error('Redis did not take the value');
    return outcome === 'written';
  }

  #fullName(name: string): string {
    return this.#redis.createKeyPrefix(name, this.namespace);
  }
}

import KeyvRedis from '@keyv/redis';
import type { RedisClient } from './client.ts';
import { NAMESPACE_SEPARATOR } from './keys.ts';

/** What Keyv gives to a store when it does not write values as text itself. */
interface Stored {
  readonly value: Buffer;
}

/**
 * Keyv's store on Redis for values that are bytes, of which no more than a bound is ever read.
 *
 * The bound cuts longer values, which whoever reads them has to notice.
 */
export class BoundedStore extends KeyvRedis<Stored> {
  readonly #client: RedisClient;
  readonly #mostBytes: number;

  constructor(client: RedisClient, namespace: string, mostBytes: number) {
    super(client as unknown as ConstructorParameters<typeof KeyvRedis>[0], {
      namespace,
      keyPrefixSeparator: NAMESPACE_SEPARATOR,
      throwOnErrors: true,
    });
    this.#client = client;
    this.#mostBytes = mostBytes;
  }

  override async get<Value = Stored>(key: string): Promise<Value | undefined> {
    const value = await this.#client.getRange(this.#name(key), 0, this.#mostBytes);
    // An absent value reads as an empty one.
    return value?.length ? ({ value } as Value) : undefined;
  }

  override async set(key: string, stored: unknown, ttlMs?: number): Promise<void> {
    const { value } = stored as Stored;
    await this.#client.set(this.#name(key), value, ttlMs ? { PX: ttlMs } : {});
  }

  #name(key: string): string {
    return this.createKeyPrefix(key, this.namespace);
  }
}

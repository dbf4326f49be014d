import KeyvRedis from '@keyv/redis';
import type { RedisClient } from './client.ts';
import { NAMESPACE_SEPARATOR } from './keys.ts';

/** What Keyv takes from a store for a value that is not text. */
interface Stored {
  readonly value: Buffer;
}

/**
 * Keyv's store on Redis for values that are bytes, of which no more than a bound is ever read.
 *
 * The bound cuts longer values, which whoever reads them has to notice. It is for reading: entries are written by a
 * script, which looks at the lock first.
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

  #name(key: string): string {
    return this.createKeyPrefix(key, this.namespace);
  }
}

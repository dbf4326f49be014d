import type { SharedCounter } from '../shared-counter.ts';
import type { RedisKeys } from './keys.ts';
import type { RedisLink } from './link.ts';
import { ADD } from './scripts.ts';

/** Counters on Redis; `undefined` if Redis is unreachable. */
export class RedisCounter implements SharedCounter {
  readonly #link: RedisLink;
  readonly #keys: RedisKeys;

  constructor(link: RedisLink, keys: RedisKeys) {
    this.#link = link;
    this.#keys = keys;
  }

  async add(name: string, amount: number, ttlSeconds: number): Promise<number | undefined> {
    const names = [this.#keys.counter(name)];
    try {
      return await this.#link.run(ADD, names, [Math.round(amount), Math.ceil(ttlSeconds)]);
    } catch {
      return undefined;
    }
  }
}

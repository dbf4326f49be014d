import type { SharedCounter } from '../shared-counter.ts';
import type { RedisKeys } from './keys.ts';
import type { RedisLink } from './link.ts';
import { ADD } from './scripts.ts';

/** Counters on Redis; `undefined` if Redis is unreachable. */
export function redisCounter(link: RedisLink, keys: RedisKeys): SharedCounter {
  return {
    add: (name, amount, ttlSeconds) =>
      link
        .run(ADD, [keys.counter(name)], [Math.round(amount), Math.ceil(ttlSeconds)])
        .catch(() => undefined),
  };
}

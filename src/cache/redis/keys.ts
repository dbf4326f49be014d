import { entryName } from '../shared-cache.ts';

/** Between the namespace and the rest, as Keyv's store joins them. */
export const NAMESPACE_SEPARATOR = '::';

/** The whole names under which one key's things are kept. */
export class RedisKeys {
  readonly #namespace: string;

  constructor(namespace: string) {
    this.#namespace = namespace;
  }

  entry(key: string): string {
    return this.#whole(entryName(key));
  }

  lock(key: string): string {
    return this.#whole(`{${key}}:lock`);
  }

  flight(key: string, token: string): string {
    return this.#whole(flightName(key, token));
  }

  counter(name: string): string {
    return this.#whole(`{${name}}:counter`);
  }

  #whole(name: string): string {
    return `${this.#namespace}${NAMESPACE_SEPARATOR}${name}`;
  }
}

/** The name of the result of the one run that a token stands for, as Keyv takes it. */
export function flightName(key: string, token: string): string {
  return `{${key}}:flight:${token}`;
}

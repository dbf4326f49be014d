import { entryName } from '../cache/shared.ts';

/** Separates the namespace from the name, as in Keyv's store. */
export const NAMESPACE_SEPARATOR = '::';

/** Full Redis names (with the namespace) of what belongs to a cache key. */
export class RedisKeys {
  readonly #namespace: string;

  constructor(namespace: string) {
    this.#namespace = namespace;
  }

  entry(key: string): string {
    return this.#fullName(entryName(key));
  }

  lock(key: string): string {
    return this.#fullName(`{${key}}:lock`);
  }

  flight(key: string, token: string): string {
    return this.#fullName(flightName(key, token));
  }

  counter(name: string): string {
    return this.#fullName(`{${name}}:counter`);
  }

  #fullName(name: string): string {
    return `${this.#namespace}${NAMESPACE_SEPARATOR}${name}`;
  }
}

/** The name, without namespace, of the result of one run; `token` identifies the run. */
export function flightName(key: string, token: string): string {
  return `{${key}}:flight:${token}`;
}

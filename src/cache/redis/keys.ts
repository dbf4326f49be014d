/** Between the namespace and the rest, as the store's adapter joins them. */
export const NAMESPACE_SEPARATOR = '::';

/** The names under which one key's things are kept. The braces put them on one node of a cluster, as scripts need. */
export class RedisKeys {
  readonly #namespace: string;

  constructor(namespace: string) {
    this.#namespace = namespace;
  }

  entry(key: string): string {
    return this.#name(entryName(key));
  }

  lock(key: string): string {
    return this.#name(`{${key}}:lock`);
  }

  /** The result of the one run that the token stands for. */
  flight(key: string, token: string): string {
    return this.#name(`{${key}}:flight:${token}`);
  }

  counter(name: string): string {
    return this.#name(`{${name}}:counter`);
  }

  #name(name: string): string {
    return `${this.#namespace}${NAMESPACE_SEPARATOR}${name}`;
  }
}

/** The name of an entry within the namespace. */
export function entryName(key: string): string {
  return `{${key}}:entry`;
}

import { jsonExcerpt, nameList } from '#googlesql';
import type { Caller } from '../auth/caller.ts';
import { FieldstoneError } from '../errors.ts';
import { getOrInsertComputed } from '../values/memory.ts';
import type { PreparedEndpoint } from './prepare.ts';
import { refusedPin } from './tenancy.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The endpoints that can be run, by name, id and the deployment's alias ids. */
export class Registry {
  /** In the order of their declaration. */
  readonly endpoints: readonly PreparedEndpoint[];
  readonly #byKey: ReadonlyMap<string, PreparedEndpoint>;
  readonly #byAliases = new WeakMap<Readonly<Record<string, string>>, Registry>();

  /** `aliases` maps other UUIDs to endpoint names; an unknown name is an error. */
  constructor(
    endpoints: readonly PreparedEndpoint[],
    aliases: Readonly<Record<string, string>> = {},
  ) {
    const byKey = new Map<string, PreparedEndpoint>();
    const add = (key: string, endpoint: PreparedEndpoint) => {
      if (byKey.has(key)) throw new Error(`Two endpoints share the name or id "${key}"`);
      byKey.set(key, endpoint);
    };
    for (const endpoint of endpoints) {
      add(endpoint.definition.name, endpoint);
      add(endpoint.definition.id, endpoint);
    }
    for (const [id, name] of Object.entries(aliases)) {
      const endpoint = byKey.get(name);
      if (!endpoint) throw new Error(`ENDPOINT_ALIASES names the unknown endpoint "${name}"`);
      add(id.toLowerCase(), endpoint);
    }
    this.endpoints = endpoints;
    this.#byKey = byKey;
  }

  /** The same endpoints with these aliases in place of its own; undefined: itself. The same object for the same aliases. */
  withAliases(aliases: Readonly<Record<string, string>> | undefined): Registry {
    if (!aliases) return this;
    return getOrInsertComputed(
      this.#byAliases,
      aliases,
      () => new Registry(this.endpoints, aliases),
    );
  }

  /** The endpoints that the caller may run. */
  openTo(caller: Caller): readonly PreparedEndpoint[] {
    return this.endpoints.filter((endpoint) => mayRun(caller, endpoint));
  }

  /**
   * The endpoint with this name or UUID if the caller may run it; throws `ENDPOINT_NOT_FOUND` or `FORBIDDEN` otherwise.
   */
  find(nameOrId: string, caller: Caller): PreparedEndpoint {
    // UUIDs are compared without case, names with it.
    const key = UUID.test(nameOrId) ? nameOrId.toLowerCase() : nameOrId;
    const endpoint = this.#byKey.get(key);
    if (!endpoint) {
      const names = this.openTo(caller).map(({ definition }) => definition.name);
      const message = `There is no endpoint ${jsonExcerpt(nameOrId)}; you may run ${nameList(names) || 'none'}`;
      throw new FieldstoneError('ENDPOINT_NOT_FOUND', message);
    }
    checkMayRun(caller, endpoint);
    return endpoint;
  }
}

/** Throws `FORBIDDEN` if the caller's key does not cover the endpoint, or pins a tenant that it cannot apply. */
export function checkMayRun(caller: Caller, endpoint: PreparedEndpoint): void {
  const refusal = refusalOf(caller, endpoint);
  if (refusal !== undefined) throw new FieldstoneError('FORBIDDEN', refusal);
}

/** Whether the caller may run the endpoint. */
export function mayRun(caller: Caller, endpoint: PreparedEndpoint): boolean {
  return refusalOf(caller, endpoint) === undefined;
}

function refusalOf({ endpoints, pins }: Caller, endpoint: PreparedEndpoint): string | undefined {
  const { name } = endpoint.definition;
  if (endpoints && !endpoints.has(name)) return `This key may not run endpoint "${name}"`;
  const pin = refusedPin(endpoint, pins);
  if (pin === undefined) return undefined;
  return `This key is restricted to one "${pin}", which endpoint "${name}" cannot apply`;
}

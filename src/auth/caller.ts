import { getOrInsertComputed } from '../values/memory.ts';
import { originPattern } from './origins.ts';
import type { Rights } from './rights.ts';

/** The holder of a valid key or token, and what it allows. */
export interface Caller extends Omit<Rights, 'endpoints' | 'pins' | 'origins'> {
  /** The key's public id; of a token, a hash of its issuer and subject. */
  readonly keyId: string;
  readonly name: string;
  /** Names of the endpoints that the key may run; undefined for all. */
  readonly endpoints: ReadonlySet<string> | undefined;
  /** Arguments that the key fixes, by REST parameter name, as written in `--pin`. */
  readonly pins: ReadonlyMap<string, string>;
  /** Patterns of the origins of browser pages that may send the key; undefined for any. */
  readonly origins?: readonly RegExp[] | undefined;
}

/** The caller with some rights. */
export function callerWith(
  { keyId, name }: Pick<Caller, 'keyId' | 'name'>,
  { endpoints, pins, origins, ...others }: Rights,
): Caller {
  return Object.freeze({
    ...others,
    keyId,
    name,
    endpoints: endpoints && new Set(endpoints),
    pins: new Map(Object.entries(pins)),
    origins: origins?.includes('*') ? undefined : origins?.map(originPattern),
  });
}

/** A caller who is restricted by these pins alone. */
export function unrestricted(name: string, pins: Rights['pins'] = {}): Caller {
  return callerWith({ keyId: name, name }, { pins, redact: false, sandbox: true });
}

/** The caller of a valid key or token; undefined for one that is malformed, unknown, revoked or expired. */
export type Authentication = Caller | undefined;

/** Maps a secret to its caller. */
export interface Authenticator {
  /** Returns a promise only if a signature has to be verified; limitedCallers secrets are answered synchronously. */
  authenticate(secret: string): Authentication | Promise<Authentication>;
}

/** Looks a secret up among the keys, and otherwise as a token. */
export function keysThenTokens(
  keys: { authenticate(secret: string): Authentication },
  tokens: Authenticator,
): Authenticator {
  return { authenticate: (secret) => keys.authenticate(secret) ?? tokens.authenticate(secret) };
}

/** Limits of one caller. */
export type CallerLimits = Pick<
  Caller,
  'requestsPerMinute' | 'maxRunning' | 'maxWaiting' | 'maxBytes' | 'dailyBytes'
>;

/** Gives callers, by their ids, limits in place of those of their keys or tokens. */
export function withKeyLimits(
  authenticator: Authenticator,
  limits: Readonly<Record<string, CallerLimits>>,
): Authenticator {
  const byId = new Map(Object.entries(limits));
  if (byId.size === 0) return authenticator;
  // The same object for the same caller: the microcache tells callers apart by it.
  const limitedCallers = new WeakMap<Caller, Caller>();
  const limited = (caller: Authentication): Authentication => {
    const own = caller && byId.get(caller.keyId);
    if (!own) return caller;
    return getOrInsertComputed(limitedCallers, caller, () => Object.freeze({ ...caller, ...own }));
  };
  return {
    authenticate: (secret) => {
      const caller = authenticator.authenticate(secret);
      return caller instanceof Promise ? caller.then(limited) : limited(caller);
    },
  };
}

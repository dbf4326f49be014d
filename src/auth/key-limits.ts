import { getOrInsertComputed } from '../values/memory.ts';
import type { Authentication, Authenticator } from './authenticator.ts';
import type { Caller } from './caller.ts';

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
  const known = new WeakMap<Caller, Caller>();
  const limited = (caller: Authentication): Authentication => {
    const own = caller && byId.get(caller.keyId);
    if (!own) return caller;
    return getOrInsertComputed(known, caller, () => Object.freeze({ ...caller, ...own }));
  };
  return {
    authenticate: (secret) => {
      const caller = authenticator.authenticate(secret);
      return caller instanceof Promise ? caller.then(limited) : limited(caller);
    },
  };
}

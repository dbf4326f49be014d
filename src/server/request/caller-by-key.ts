import type { IncomingHttpHeaders } from 'node:http';
import type { Authentication, Authenticator } from '../../auth/authenticator.ts';
import type { Caller } from '../../auth/caller.ts';
import { FieldstoneError } from '../../errors.ts';

const CHALLENGE = { 'WWW-Authenticate': 'Bearer realm="fieldstone"' };

/**
 * The caller, by the key or token in `X-API-KEY`, `Authorization: Bearer` or, if allowed, the URL; a promise only where
 * a token's signature must be checked.
 *
 * Throws `UNAUTHENTICATED` without a valid key, and for two different keys.
 */
export function callerByKey(
  { headers }: { readonly headers: IncomingHttpHeaders },
  keys: Authenticator,
  urlKey?: string,
): Caller | Promise<Caller> {
  const sent = [...headerKeys(headers), urlKey].filter((key) => key);
  const [secret] = sent;
  if (sent.some((key) => key !== secret)) {
    throw unauthenticated('X-API-KEY, Authorization and the URL hold different keys');
  }
  if (!secret) {
    throw unauthenticated('A key is required: send it as X-API-KEY or as Authorization: Bearer');
  }
  const caller = keys.authenticate(secret);
  return caller instanceof Promise ? caller.then(known) : known(caller);
}

function known(caller: Authentication): Caller {
  if (!caller) throw unauthenticated('The key is unknown, revoked, expired or mistyped');
  return caller;
}

/** The values in the headers that may hold a key. */
export function headerKeys(headers: IncomingHttpHeaders): readonly (string | undefined)[] {
  const { authorization, 'x-api-key': header } = headers;
  const bearer = authorization && /^Bearer +(\S+)$/i.exec(authorization)?.[1];
  return [header?.toString(), bearer];
}

function unauthenticated(message: string): FieldstoneError {
  return new FieldstoneError('UNAUTHENTICATED', message, { headers: CHALLENGE });
}

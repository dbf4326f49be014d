import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { Authentication, Authenticator, Caller } from '../auth/caller.ts';
import { FieldstoneError } from '../errors.ts';
import { attempt } from '../values/attempt.ts';
import { queryOf } from './target.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The authenticated caller; null on routes that need no key. */
    caller: Caller | null;
  }
}

const NAME = 'api_key';

/** The value of `api_key` in the query string, whether or not keys are accepted there; undefined if absent. */
export function keyInUrl(request: FastifyRequest): string | undefined {
  const { url } = request;
  // Fast path: most URLs have neither, and this runs several times for every answer from the cache.
  if (!url.includes(NAME) && !url.includes('%')) return undefined;
  for (const pair of queryOf(request).split('&')) {
    const [name = '', ...rest] = pair.split('=');
    // A key may hold equals signs, as base64 does.
    if (name === NAME || decoded(name) === NAME) return decoded(rest.join('='));
  }
  return undefined;
}

function decoded(text: string): string {
  return attempt(() => decodeURIComponent(text)) ?? text;
}

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
    throw unauthenticated(
      'Different keys are sent in X-API-KEY, Authorization or the URL: send one',
    );
  }
  if (!secret) {
    throw unauthenticated('A key is required: send it as X-API-KEY or as Authorization: Bearer');
  }
  const caller = keys.authenticate(secret);
  return caller instanceof Promise ? caller.then(checked) : checked(caller);
}

function checked(caller: Authentication): Caller {
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

/** The authenticated caller of a request; throws on a route without authentication. */
export function callerIn({ caller }: FastifyRequest): Caller {
  if (!caller) throw new Error('This route needs a key, but authentication did not ask for one');
  return caller;
}

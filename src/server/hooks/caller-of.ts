import type { IncomingHttpHeaders } from 'node:http';
import type { Caller } from '../../auth/caller.ts';
import type { Authenticator } from '../../auth/key-store.ts';
import { FieldstoneError } from '../../errors.ts';

const CHALLENGE = { 'WWW-Authenticate': 'Bearer realm="fieldstone"' };

/**
 * Says who asks, by the key in `X-API-KEY` or `Authorization: Bearer`, or by the one in the URL where that is allowed;
 * rejects with `UNAUTHENTICATED`. Two different keys name no one.
 */
export function callerOf(
  { headers }: { readonly headers: IncomingHttpHeaders },
  keys: Authenticator,
  urlKey?: string,
): Caller {
  const sent = new Set([...headerKeys(headers), urlKey].filter((key) => key));
  const [secret, another] = sent;
  if (another) throw unauthenticated('X-API-KEY, Authorization and the URL hold different keys');
  if (!secret) {
    throw unauthenticated('A key is required: send it as X-API-KEY or as Authorization: Bearer');
  }
  const caller = keys.authenticate(secret);
  if (!caller) throw unauthenticated('The key is unknown, revoked, expired or mistyped');
  return caller;
}

/** What stands in the headers where a key does. */
export function headerKeys(headers: IncomingHttpHeaders): readonly (string | undefined)[] {
  const { authorization, 'x-api-key': header } = headers;
  const bearer = authorization && /^Bearer +(\S+)$/i.exec(authorization)?.[1];
  return [header?.toString(), bearer];
}

function unauthenticated(message: string): FieldstoneError {
  return new FieldstoneError('UNAUTHENTICATED', message, { headers: CHALLENGE });
}

const REDACTION_HEADERS = ['svc-endpoint-redact-pii', 'lf-endpoint-redact-pii'];

const OFF = new Set(['', 'false', '0']);

/** Whether the headers ask for redaction; neither of the two can take back what the other asks for. */
export function wantsRedaction(headers: IncomingHttpHeaders): boolean {
  return REDACTION_HEADERS.some((name) => !OFF.has(headers[name]?.toString().trim() ?? ''));
}

import type { IncomingHttpHeaders } from 'node:http';
import type { Caller } from '../../auth/caller.ts';
import type { Authenticator } from '../../auth/key-store.ts';
import { FieldstoneError } from '../../errors.ts';

const CHALLENGE = { 'WWW-Authenticate': 'Bearer realm="fieldstone"' };

/**
 * Says who asks, by the key in `X-API-KEY` or `Authorization: Bearer`, never in the URL; rejects with
 * `UNAUTHENTICATED`. Two different keys name no one.
 */
export function callerOf(
  request: { readonly headers: IncomingHttpHeaders },
  keys: Authenticator,
): Caller {
  const { authorization, 'x-api-key': header } = request.headers;
  const bearer = authorization && /^Bearer +(\S+)$/i.exec(authorization)?.[1];
  const key = header?.toString();
  if (key && bearer && key !== bearer) {
    throw unauthenticated('X-API-KEY and Authorization hold two different keys');
  }
  const secret = key || bearer;
  if (!secret) {
    throw unauthenticated('A key is required: send it as X-API-KEY or as Authorization: Bearer');
  }
  const caller = keys.authenticate(secret);
  if (!caller) throw unauthenticated('The key is unknown, revoked, expired or mistyped');
  return caller;
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

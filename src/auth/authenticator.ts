import type { Caller } from './caller.ts';

/** The caller of a valid key or token; undefined for one that is malformed, unknown, revoked or expired. */
export type Authentication = Caller | undefined;

/** Maps a secret to its caller. */
export interface Authenticator {
  /** A promise only where a signature must be checked: an answer that is known is given at once. */
  authenticate(secret: string): Authentication | Promise<Authentication>;
}

/** Asks one authenticator after the other; all but the last must answer at once. */
export function keysThenTokens(
  keys: { authenticate(secret: string): Authentication },
  tokens: Authenticator,
): Authenticator {
  return { authenticate: (secret) => keys.authenticate(secret) ?? tokens.authenticate(secret) };
}

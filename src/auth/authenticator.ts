import type { Caller } from './caller.ts';

/** The caller of a valid key or token; undefined for one that is malformed, unknown, revoked or expired. */
export type Authentication = Caller | undefined;

/** Maps a secret to its caller. */
export interface Authenticator {
  /** Returns a promise only if a signature has to be verified; known secrets are answered synchronously. */
  authenticate(secret: string): Authentication | Promise<Authentication>;
}

/** Looks a secret up among the keys, and otherwise as a token. */
export function keysThenTokens(
  keys: { authenticate(secret: string): Authentication },
  tokens: Authenticator,
): Authenticator {
  return { authenticate: (secret) => keys.authenticate(secret) ?? tokens.authenticate(secret) };
}

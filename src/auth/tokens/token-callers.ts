import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { detached } from '../../values/memory.ts';
import { type Authentication, type Authenticator, type Caller, callerWith } from '../caller.ts';
import type { ClaimMapping } from './claim-mapping.ts';
import {
  canBeToken,
  type VerifiedToken,
  type VerifyOptions,
  verifyToken,
} from './token-verifier.ts';

/** How long a verified token is remembered, at most. */
const REMEMBERED_MS = 300_000;

const MAX_TOKENS = 10_000;
/** Sum of the tokens' lengths. */
const MAX_LENGTH = 16_777_216;

interface VerifiedCaller {
  readonly caller: Caller;
  /** Milliseconds since the epoch; then the token is verified again. */
  readonly until: number;
  /** Of the keys that verified it. */
  readonly version: number;
}

/** Options of `TokenCallers`. */
export interface TokenCallersOptions extends VerifyOptions {
  readonly mapping: ClaimMapping;
  /** Called with the reason for each token that is refused; the client does not learn it. */
  readonly onRefusal?: ((error: Error) => void) | undefined;
}

/** Callers by the tokens of an identity provider. */
export class TokenCallers implements Authenticator {
  readonly #options: TokenCallersOptions;
  readonly #verified = new LRUCache<string, VerifiedCaller>({
    max: MAX_TOKENS,
    maxSize: MAX_LENGTH,
    sizeCalculation: (_, token) => token.length,
  });
  readonly #verifying = new Map<string, Promise<Authentication>>();

  constructor(options: TokenCallersOptions) {
    this.#options = options;
  }

  /** A token is verified once and then remembered; its caller is the same object for as long as it is valid. */
  authenticate(token: string): Authentication | Promise<Authentication> {
    if (!canBeToken(token)) return undefined;
    const { now, keys } = this.#options;
    const entry = this.#verified.get(token);
    if (entry && entry.until > now() && entry.version === keys.version) return entry.caller;
    return this.#verifying.get(token) ?? this.#verifyOnce(token, entry);
  }

  #verifyOnce(token: string, before: VerifiedCaller | undefined): Promise<Authentication> {
    const verifying = this.#verify(token, before).finally(() => this.#verifying.delete(token));
    this.#verifying.set(token, verifying);
    return verifying;
  }

  async #verify(token: string, before: VerifiedCaller | undefined): Promise<Authentication> {
    const { keys, mapping, now, onRefusal } = this.#options;
    // Read before: keys that are withdrawn meanwhile make the token be verified once more.
    const { version } = keys;
    try {
      const verified = await verifyToken(token, this.#options);
      const caller =
        before?.caller ?? callerWith(identityOf(verified), mapping.rightsOf(verified.claims));
      const until = Math.min(verified.expires, now() + REMEMBERED_MS);
      this.#verified.set(detached(token), { caller, until, version });
      return caller;
    } catch (error) {
      this.#verified.delete(token);
      onRefusal?.(error as Error);
      return undefined;
    }
  }
}

/** Subjects are often personal (an e-mail address, a name), so logs and jobs get only a hash. */
function identityOf({ issuer, subject }: VerifiedToken): { keyId: string; name: string } {
  const digest = hash('sha256', JSON.stringify([issuer, subject]));
  return { keyId: `jwt-${digest.slice(0, 32)}`, name: 'token' };
}

import { type Authentication, type Authenticator, keysThenTokens } from './caller.ts';
import type { FileState } from './files/watched-file.ts';
import { ensureFirstKey } from './keys/first-key.ts';
import { KeyStore, keysFromText } from './keys/key-store.ts';
import type { ClaimScopes } from './tokens/claim-mapping.ts';
import { checkTokens, openTokens, type TokenSettings } from './tokens/open-tokens.ts';
import type { KeySetState } from './tokens/token-keys.ts';

/** Where keys and tokens come from. */
export interface IdentitySettings {
  readonly keysFile: string;
  /** The text of a key file; no file is read then. */
  readonly keys: string | undefined;
  /** Undefined: tokens are not accepted. */
  readonly tokens: TokenSettings | undefined;
}

/** Options of `openIdentity`. */
export interface IdentityOptions {
  /** Whether a first key is made if there is no key file. */
  readonly makesFirstKey: boolean;
  readonly scopes: ClaimScopes;
  readonly onKeyFileError: (error: Error) => void;
  readonly onTokenKeysError: (error: Error) => void;
  readonly onTokenRefusal: (error: Error) => void;
}

/** All keys and tokens that the service accepts. */
export interface Identity {
  readonly authenticator: Authenticator;
  /** The same keys and tokens, with other `CLAIMS`; throws if those are wrong, or tokens are not accepted. */
  withClaims(claims: string): Authenticator;
  /** Undefined without a key file. */
  keyFileState(): FileState | undefined;
  /** Whether the identity provider can be read; undefined without one whose keys are fetched. */
  keySetState(): KeySetState | undefined;
  /** One sentence for the person who started the process. */
  readonly text: string;
  /** A key that was made just now, and that nobody learns otherwise. */
  readonly firstKey: string | undefined;
  close(): void;
}

interface Keys {
  authenticate(secret: string): Authentication;
  readonly state?: FileState;
  close?(): void;
}

/** Throws if a setting of keys or tokens, or the key file, is wrong; fetches and makes nothing. */
export function checkIdentity(
  { keysFile, keys, tokens }: IdentitySettings,
  scopes: ClaimScopes,
): void {
  if (tokens) checkTokens(tokens, scopes);
  if (keys !== undefined) keysFromText(keys, { scopes });
  else new KeyStore({ file: keysFile, scopes, onError: () => {} }).close();
}

/** Opens the keys and, where they are accepted, the tokens; throws if a setting of either is wrong. */
export async function openIdentity(
  { keysFile, keys: text, tokens: settings }: IdentitySettings,
  options: IdentityOptions,
): Promise<Identity> {
  const { scopes, makesFirstKey, onTokenKeysError, onTokenRefusal } = options;
  // Before a first key is made: it is shown only once, and a wrong setting would end the process after that.
  const tokens =
    settings &&
    (await openTokens({ settings, scopes, onError: onTokenKeysError, onRefusal: onTokenRefusal }));
  const first =
    text === undefined ? await ensureFirstKey(keysFile, { create: makesFirstKey }) : undefined;
  const keys: Keys =
    text === undefined
      ? new KeyStore({ file: keysFile, scopes, onError: options.onKeyFileError })
      : keysFromText(text, { scopes });
  return {
    authenticator: tokens ? keysThenTokens(keys, tokens) : keys,
    withClaims: (claims) => {
      if (!tokens) throw new Error('CLAIMS needs OIDC_ISSUER, JWKS_URL or JWT_PUBLIC_KEY');
      return keysThenTokens(keys, tokens.withClaims(claims));
    },
    keyFileState: () => keys.state,
    keySetState: () => tokens?.keySetState,
    text: first?.text ?? 'The keys are those in KEYS',
    firstKey: first?.secret,
    close: () => {
      tokens?.close();
      keys.close?.();
    },
  };
}

import type { Authenticator } from '../caller.ts';
import { ClaimMapping, type ClaimScopes } from './claim-mapping.ts';
import { RemoteKeys, type RemoteKeysOptions } from './remote-keys.ts';
import { TokenCallers } from './token-callers.ts';
import { type KeySetState, keyFromPem, type TokenKeys } from './token-keys.ts';

/** Whose tokens are accepted, and what they allow. */
export interface TokenSettings {
  /** What `iss` must be; its keys are found by discovery unless one of the next two is given. */
  readonly issuer: string | undefined;
  /** The address of the key set. */
  readonly jwksUrl: string | undefined;
  /** One public key in PEM. */
  readonly publicKey: string | undefined;
  readonly audience: readonly string[];
  /** JSON that maps claims to rights. */
  readonly claims: string;
}

/** Options of `openTokens`. */
export interface OpenTokensOptions extends Pick<RemoteKeysOptions, 'refreshMs' | 'cooldownMs'> {
  readonly settings: TokenSettings;
  readonly scopes: ClaimScopes;
  /** Called when the keys cannot be fetched, once per distinct failure. */
  readonly onError: (error: Error) => void;
  /** Called with the reason for each token that is refused. */
  readonly onRefusal?: (error: Error) => void;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
}

/** An authenticator of tokens that holds a timer. */
export interface OpenTokens extends Authenticator {
  /** An authenticator with other `CLAIMS` and the same keys, but no verified tokens; throws if they are wrong. */
  withClaims(claims: string): Authenticator;
  /** Whether the identity provider can be read; undefined where nothing is fetched. */
  readonly keySetState: KeySetState | undefined;
  /** Stops fetching keys. */
  close(): void;
}

/** Throws if a setting of tokens is wrong; fetches nothing. */
export function checkTokens({ claims, publicKey }: TokenSettings, scopes: ClaimScopes): void {
  new ClaimMapping(claims, scopes);
  if (publicKey !== undefined) keyFromPem(publicKey);
}

/** Opens the authenticator of tokens, after a first try to fetch the keys; throws if the settings are wrong. */
export async function openTokens(options: OpenTokensOptions): Promise<OpenTokens> {
  const { settings, scopes, onRefusal, now = Date.now } = options;
  const mapping = new ClaimMapping(settings.claims, scopes);
  const keys = await openKeys(options);
  const { issuer, audience } = settings;
  const callersBy = (by: ClaimMapping) =>
    new TokenCallers({ keys, issuer, audience, mapping: by, now, onRefusal });
  const callers = callersBy(mapping);
  return {
    authenticate: (secret) => callers.authenticate(secret),
    withClaims: (claims) => callersBy(new ClaimMapping(claims, scopes)),
    get keySetState() {
      return keys.state;
    },
    close: () => keys.close(),
  };
}

async function openKeys({ settings, ...options }: OpenTokensOptions): Promise<TokenKeys> {
  const { issuer, jwksUrl, publicKey } = settings;
  if (publicKey !== undefined) return keyFromPem(publicKey);
  const keys = new RemoteKeys({ ...options, keySet: jwksUrl, issuer });
  // An issuer that does not answer yet must not keep the keys of the key file from working.
  await keys.refresh();
  return keys;
}

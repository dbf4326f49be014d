import { onTestFinished } from 'vitest';
import {
  type OpenTokens,
  openTokens,
  type TokenSettings,
} from '../../src/auth/tokens/open-tokens.ts';
import { AUDIENCE, type OidcIssuer } from './oidc-issuer.ts';
import { NAMES } from './service-names.ts';

/** What a test may choose. */
export interface TestTokensOptions {
  readonly claims?: object;
  readonly settings?: Partial<TokenSettings>;
  readonly now?: () => number;
  readonly refreshMs?: number;
  readonly cooldownMs?: number;
}

/** Tokens that are accepted until the running test ends, and what was reported of them. */
export interface TestTokens {
  readonly tokens: OpenTokens;
  /** Ways in which the keys could not be fetched. */
  readonly errors: readonly string[];
  /** Why tokens were refused. */
  readonly refusals: readonly string[];
}

/** Accepts the tokens of an issuer, found by discovery. */
export async function acceptTokens(
  issuer: OidcIssuer | undefined,
  {
    claims = { endpoints: '*', pins: { project: '*' } },
    settings,
    ...options
  }: TestTokensOptions = {},
): Promise<TestTokens> {
  const errors: string[] = [];
  const refusals: string[] = [];
  const tokens = await openTokens({
    ...options,
    settings: {
      issuer: issuer?.url,
      jwksUrl: undefined,
      publicKey: undefined,
      audience: [AUDIENCE],
      claims: JSON.stringify(claims),
      ...settings,
    },
    scopes: NAMES,
    onError: ({ message }) => errors.push(message),
    onRefusal: ({ message }) => refusals.push(message),
  });
  onTestFinished(() => tokens.close());
  return { tokens, errors, refusals };
}

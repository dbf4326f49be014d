import type { z } from 'zod';
import { CLAIMS_EXAMPLE } from '../auth/tokens/claim-mapping.ts';
import type { ENVIRONMENT } from './settings.ts';

/** The settings of tokens; undefined if none is set. Throws for a part of them. */
export function tokenConfig(variables: z.output<typeof ENVIRONMENT>) {
  const { OIDC_ISSUER, JWKS_URL, JWT_PUBLIC_KEY, AUDIENCE, CLAIMS } = variables;
  if (JWKS_URL !== undefined && JWT_PUBLIC_KEY !== undefined) {
    throw wrong('JWKS_URL and JWT_PUBLIC_KEY exclude each other');
  }
  const keys = Object.entries({ OIDC_ISSUER, JWKS_URL, JWT_PUBLIC_KEY }).filter(([, one]) => one);
  const [[source] = []] = keys;
  if (source === undefined) {
    const alone = Object.entries({ AUDIENCE, CLAIMS }).find(([, value]) => value !== undefined);
    if (!alone) return undefined;
    throw wrong(`${alone[0]} needs OIDC_ISSUER, JWKS_URL or JWT_PUBLIC_KEY`);
  }
  if (AUDIENCE === undefined) throw wrong(`${source} needs AUDIENCE: whom tokens are made for`);
  if (CLAIMS === undefined) {
    throw wrong(
      `${source} needs CLAIMS: which claims say the endpoints and the tenant, like ${CLAIMS_EXAMPLE}`,
    );
  }
  return {
    issuer: OIDC_ISSUER,
    jwksUrl: JWKS_URL,
    publicKey: JWT_PUBLIC_KEY,
    audience: audiences(AUDIENCE),
    claims: CLAIMS,
  };
}

function audiences(list: string): readonly string[] {
  const entries = list.split(',').map((entry) => entry.trim());
  if (entries.some((entry) => entry === '' || entry === '*')) {
    throw wrong('AUDIENCE must be one audience, or several with commas; none stands for all');
  }
  return entries;
}

function wrong(what: string): Error {
  return new Error(`Cannot read the configuration: ${what}`);
}

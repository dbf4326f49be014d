import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import { expect, test } from 'vitest';
import { httpServer } from '../../support/http-server.ts';
import { OidcIssuer, signingKey } from '../../support/oidc-issuer.ts';
import { acceptTokens } from '../../support/open-tokens.ts';
import * as claims from './attacks/claims.ts';
import { type Attack, CLAIMS, Forge } from './attacks/forge.ts';
import * as headers from './attacks/headers.ts';
import * as malformed from './attacks/malformed.ts';
import * as signatures from './attacks/signatures.ts';

const FAMILIES: Readonly<
  Record<string, (forge: Forge) => readonly Attack[] | Promise<readonly Attack[]>>
> = {
  'not signed': signatures.unsigned,
  'key confusion': signatures.keyConfusion,
  'other algorithms': signatures.otherAlgorithms,
  'key ids': headers.keyIds,
  'keys brought along': headers.broughtKeys,
  'other types': headers.otherTypes,
  'out of time': claims.times,
  'other parties': claims.parties,
  'changed after signing': malformed.changed,
  'empty signatures': signatures.emptySignatures,
  ambiguous: malformed.ambiguous,
  'mapped claims': claims.mappedClaims,
};

const route: FastifyPluginAsync = async (app) => {
  app.get('/caller', async ({ caller }) => ({ id: caller?.keyId }));
};

async function world() {
  const keys = await Promise.all(
    ['RS256', 'ES256', 'EdDSA'].map((algorithm) => signingKey(`key-${algorithm}`, algorithm)),
  );
  const issuer = await OidcIssuer.start(...keys);
  const attacker = await signingKey('attacker');
  issuer.answers.set('/attacker-keys', { body: { keys: [] } });
  const { tokens } = await acceptTokens(issuer, { claims: CLAIMS, cooldownMs: 0 });
  const { app } = await httpServer({ keys: tokens, routes: [route] });
  return { issuer, app, forge: new Forge({ issuer, keys, attacker }) };
}

async function statusOf(app: FastifyInstance, token: string): Promise<number> {
  const response = await app.inject({ url: '/caller', headers: { 'x-api-key': token } });
  return response.statusCode;
}

test('a sound token of each algorithm is let in: what is refused is refused for its fault', async () => {
  const { app, forge } = await world();
  const sound = [
    ...forge.world.keys.map((key) => forge.signed({}, {}, key)),
    forge.signed({}, { typ: undefined }),
    forge.signed({}, { typ: 'at+jwt' }),
    forge.signed({}, { typ: 'application/at+JWT' }),
    forge.signed({}, { kid: undefined }),
    forge.signed({ aud: ['another', 'fieldstone'] }),
    forge.signed({ exp: Math.floor(Date.now() / 1_000) - 20 }),
    forge.signed({ nbf: Math.floor(Date.now() / 1_000) + 20 }),
  ];

  for (const token of sound) expect(await statusOf(app, token)).toBe(200);
});

test.each(Object.entries(FAMILIES))('no token is let in: %s', async (_, make) => {
  const { app, issuer, forge } = await world();
  const letIn: string[] = [];

  for (const { what, token } of await make(forge)) {
    if ((await statusOf(app, token)) !== 401) letIn.push(what);
  }

  expect(letIn).toEqual([]);
  expect(issuer.fetched).not.toContain('/attacker-keys');
  expect(await statusOf(app, forge.signed())).toBe(200);
});

test('the attacks are at least 300, each another one', async () => {
  const { forge } = await world();

  const all = await Promise.all(Object.values(FAMILIES).map((make) => make(forge)));

  expect(new Set(all.flat().map(({ token }) => token)).size).toBeGreaterThanOrEqual(300);
});

import { exportSPKI } from 'jose';
import { publicJwk } from '../../../support/oidc-issuer.ts';
import type { Attack, Forge, Json } from './forge.ts';

/** Key ids that lead somewhere else, on tokens of the attacker's key and on sound ones. */
export function keyIds(forge: Forge): readonly Attack[] {
  const ids = [
    '../../../dev/null',
    '/dev/null',
    "' UNION SELECT 'secret' --",
    '| id',
    '*',
    '',
    '\0',
    '__proto__',
    'constructor',
    'toString',
    'http://127.0.0.1:1/key',
    'x'.repeat(4_000),
    0,
    null,
    [],
    [forge.key().kid],
    {},
    true,
  ];
  return [
    ...ids.map((kid) => ({
      what: `kid ${JSON.stringify(kid).slice(0, 30)} of the attacker's key`,
      token: forge.signed({}, { kid }, forge.world.attacker),
    })),
    ...ids.map((kid) => ({
      what: `kid ${JSON.stringify(kid).slice(0, 30)} of the issuer's key`,
      token: forge.signed({}, { kid }),
    })),
    {
      what: "the issuer's key id on the attacker's key",
      token: forge.signed({}, { kid: forge.key().kid }, forge.world.attacker),
    },
    {
      what: "no key id on the attacker's key",
      token: forge.signed({}, { kid: undefined }, forge.world.attacker),
    },
  ];
}

/** Headers that bring a key along or say where one is. */
export async function broughtKeys(forge: Forge): Promise<readonly Attack[]> {
  const { attacker, issuer } = forge.world;
  const jwk = await publicJwk(attacker);
  const pem = (await exportSPKI(attacker.publicKey)).replace(/-----[A-Z ]+-----|\s/g, '');
  const headers: readonly Json[] = [
    { jwk },
    { jwk: { ...jwk, kid: forge.key().kid } },
    { jku: `${issuer.url}/attacker-keys` },
    { jku: 'http://127.0.0.1:1/keys' },
    { x5u: `${issuer.url}/attacker-keys` },
    { x5c: [pem] },
    { x5t: 'AAAA', x5c: [pem] },
    { jwk, jku: `${issuer.url}/attacker-keys`, x5c: [pem] },
  ];
  return headers.flatMap((header) =>
    [attacker.kid, forge.key().kid, undefined].map((kid) => ({
      what: `${Object.keys(header).join(' and ')} with kid ${kid}`,
      token: forge.signed({}, { ...header, kid }, attacker),
    })),
  );
}

/** Soundly signed tokens that are no access or ID tokens. */
export function otherTypes(forge: Forge): readonly Attack[] {
  const headers: readonly Json[] = [
    ...[
      'logout+jwt',
      'dpop+jwt',
      'secevent+jwt',
      'JWE',
      'application/logout+jwt',
      '',
      1,
      null,
      [],
      {},
    ].map((typ) => ({ typ })),
    { cty: 'JWT' },
    { b64: false, crit: ['b64'] },
    { crit: ['exp'], exp: 1 },
    { crit: ['unknown'], unknown: 1 },
    { crit: [] },
    { crit: 'b64' },
    { enc: 'A256GCM', alg: 'dir' },
  ];
  return headers.map((header) => ({
    what: `header ${JSON.stringify(header)}`,
    token: forge.signed({}, header),
  }));
}

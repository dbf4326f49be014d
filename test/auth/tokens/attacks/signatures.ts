import { createHmac, createPublicKey } from 'node:crypto';
import { exportSPKI } from 'jose';
import { publicJwk } from '../../../support/oidc-issuer.ts';
import { type Attack, encode, type Forge } from './forge.ts';

/** Tokens that are not signed. */
export function unsigned(forge: Forge): readonly Attack[] {
  const [, , signature = ''] = forge.signed().split('.');
  const algorithms = [
    'none',
    'None',
    'NONE',
    'nOnE',
    ' none',
    '',
    null,
    0,
    [],
    {},
    true,
    undefined,
  ];
  return algorithms.flatMap((alg) =>
    [signature, '', 'AA', encode('none')].map((third) => ({
      what: `alg ${JSON.stringify(alg)} with signature "${third.slice(0, 5)}"`,
      token: forge.withSignature(forge.header(forge.key(), { alg }), third),
    })),
  );
}

/** Public values of the issuer used as if they were a shared secret. */
export async function keyConfusion(forge: Forge): Promise<readonly Attack[]> {
  const attacks: Attack[] = [];
  for (const key of forge.world.keys) {
    const pem = await exportSPKI(key.publicKey);
    const jwk = await publicJwk(key);
    const object = createPublicKey(pem);
    const secrets: readonly (string | Buffer)[] = [
      pem,
      pem.trim(),
      pem.replaceAll('\n', ''),
      object.export({ type: 'spki', format: 'der' }),
      JSON.stringify(jwk),
      Buffer.from(jwk.n ?? jwk.x ?? '', 'base64url'),
      jwk.n ?? jwk.x ?? '',
      key.kid,
      '',
      'secret',
    ];
    for (const [bits, secret] of secrets.flatMap((one) =>
      [256, 384, 512].map((n) => [n, one] as const),
    )) {
      const header = forge.header(key, { alg: `HS${bits}` });
      const input = forge.withSignature(header, '').slice(0, -1);
      const mac = createHmac(`sha${bits}`, secret).update(input).digest('base64url');
      attacks.push({
        what: `HS${bits} with the public ${key.algorithm} key`,
        token: `${input}.${mac}`,
      });
    }
  }
  return attacks;
}

/** A signature of one algorithm that says it is of another, and one key's that names another key. */
export function otherAlgorithms(forge: Forge): readonly Attack[] {
  const { keys } = forge.world;
  const names = [
    'RS256',
    'RS384',
    'PS256',
    'PS512',
    'ES256',
    'ES384',
    'ES256K',
    'EdDSA',
    'RSA-OAEP',
    'dir',
  ];
  return keys.flatMap((key) => [
    ...names
      .filter((alg) => alg !== key.algorithm)
      .map((alg) => ({
        what: `${key.algorithm} as ${alg}`,
        token: forge.signed({}, { alg }, key),
      })),
    ...keys
      .filter((other) => other !== key)
      .map(({ kid }) => ({
        what: `${key.algorithm} with the id of another key`,
        token: forge.signed({}, { kid }, key),
      })),
  ]);
}

/** Signatures that broken verifiers take for any text. */
export function emptySignatures(forge: Forge): readonly Attack[] {
  return forge.world.keys.flatMap((key) =>
    [
      Buffer.alloc(64),
      Buffer.alloc(64, 255),
      Buffer.alloc(256),
      Buffer.alloc(1),
      Buffer.from('3006020100020100', 'hex'),
    ].map((bytes) => ({
      what: `${key.algorithm} with ${bytes.length} bytes ${bytes[0]}`,
      token: forge.withSignature(forge.header(key), encode(bytes)),
    })),
  );
}

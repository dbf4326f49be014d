import { KeyObject, sign } from 'node:crypto';
import type { OidcIssuer, SigningKey } from '../../../support/oidc-issuer.ts';

/** A token that must not be let in. */
export interface Attack {
  readonly what: string;
  readonly token: string;
}

/** What the attacks are made from: an issuer's keys, by algorithm, and a key of the attacker's own. */
export interface AttackWorld {
  readonly issuer: OidcIssuer;
  readonly keys: readonly SigningKey[];
  readonly attacker: SigningKey;
}

/** The claims that the gateway maps. */
export const CLAIMS = {
  endpoints: 'app_metadata.endpoints',
  pins: { project: 'app_metadata.project_ref' },
  sandbox: 'app_metadata.sandbox',
  redact: 'app_metadata.redact',
  maxBytes: 'limits.bytes',
  requestsPerMinute: 'limits.requests',
};

/** Values for them that are let in. */
export const SOUND = {
  app_metadata: { endpoints: ['logs.all'], project_ref: 'mine', sandbox: true, redact: false },
  limits: { bytes: 1_000, requests: 60 },
};

/** A JSON object. */
export type Json = Readonly<Record<string, unknown>>;

/** Base64url. */
export const encode = (text: string | Buffer) => Buffer.from(text).toString('base64url');

const DIGESTS: Readonly<Record<string, string | null>> = {
  RS256: 'sha256',
  ES256: 'sha256',
  EdDSA: null,
};

/** Signs any texts as header and payload, as only the holder of the key can. */
export function signTexts(header: string, payload: string | Buffer, key: SigningKey): string {
  const input = `${encode(header)}.${encode(payload)}`;
  const digest = DIGESTS[key.algorithm];
  const privateKey = {
    key: KeyObject.from(key.privateKey),
    dsaEncoding: 'ieee-p1363' as const,
  };
  return `${input}.${encode(sign(digest, Buffer.from(input), privateKey))}`;
}

/** Makes tokens of one world. */
export class Forge {
  readonly world: AttackWorld;

  constructor(world: AttackWorld) {
    this.world = world;
  }

  header(key: SigningKey, changes: Json = {}): Json {
    return { alg: key.algorithm, kid: key.kid, typ: 'JWT', ...changes };
  }

  claims(changes: Json = {}): Json {
    return { ...this.world.issuer.claims(), ...SOUND, ...changes };
  }

  /** A token that is sound but for what is changed. A change to undefined leaves the member out. */
  signed(claims: Json = {}, header: Json = {}, key: SigningKey = this.key()): string {
    const headerText = JSON.stringify(this.header(key, header));
    return signTexts(headerText, JSON.stringify(this.claims(claims)), key);
  }

  /** A token with any third part. */
  withSignature(header: Json, signature: string): string {
    const parts = [header, this.claims()].map((part) => encode(JSON.stringify(part)));
    return [...parts, signature].join('.');
  }

  key(): SigningKey {
    const [key] = this.world.keys;
    if (!key) throw new Error('The issuer has no key');
    return key;
  }
}

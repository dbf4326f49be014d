import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import { onTestFinished } from 'vitest';

/** A signing key of an issuer. */
export interface SigningKey {
  readonly kid: string;
  readonly algorithm: string;
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
}

/** Makes a key pair. */
export async function signingKey(kid: string, algorithm = 'RS256'): Promise<SigningKey> {
  const pair = await generateKeyPair(algorithm, { extractable: true });
  return { kid, algorithm, ...pair };
}

/** The public key as a member of a key set. */
export async function publicJwk({ kid, algorithm, publicKey }: SigningKey): Promise<JWK> {
  return { ...(await exportJWK(publicKey)), kid, alg: algorithm, use: 'sig' };
}

/** For whom the tokens of `OidcIssuer` are made. */
export const AUDIENCE = 'fieldstone';

const KEY_SET = '/keys';

const DISCOVERY = '/.well-known/openid-configuration';

/** An OpenID Connect issuer on loopback: discovery, a key set that can rotate, tokens. */
export class OidcIssuer {
  /** Answers by path; a test may replace them. */
  readonly answers = new Map<string, { status?: number; headers?: object; body: unknown }>();
  /** Every path that was fetched. */
  readonly fetched: string[] = [];
  readonly #server: Server;
  #port = 0;
  #keys: readonly SigningKey[] = [];

  private constructor() {
    this.#server = createServer(({ url = '' }, response) => {
      this.fetched.push(url);
      const {
        status = 200,
        headers = {},
        body,
      } = this.answers.get(url) ?? { status: 404, body: '' };
      response.writeHead(status, {
        'content-type': 'application/json',
        connection: 'close',
        ...headers,
      });
      response.end(typeof body === 'string' ? body : JSON.stringify(body));
    });
  }

  /** Starts an issuer with keys; it ends with the running test. */
  static async start(...keys: readonly SigningKey[]): Promise<OidcIssuer> {
    const issuer = new OidcIssuer();
    await issuer.resume();
    onTestFinished(() => issuer.stop());
    issuer.answers.set(DISCOVERY, { body: { issuer: issuer.url, jwks_uri: issuer.keySet } });
    await issuer.publish(...(keys.length > 0 ? keys : [await signingKey('first')]));
    return issuer;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** The address of the key set. */
  get keySet(): string {
    return `${this.url}${KEY_SET}`;
  }

  /** How often the key set was fetched. */
  get keySetFetches(): number {
    return this.fetched.filter((path) => path === KEY_SET).length;
  }

  /** Replaces the published keys. */
  async publish(...keys: readonly SigningKey[]): Promise<void> {
    this.#keys = keys;
    this.answers.set(KEY_SET, { body: { keys: await Promise.all(keys.map(publicJwk)) } });
  }

  /** Signs claims; those that are not given make a token valid for five minutes. */
  async sign(claims: object = {}, key: SigningKey | undefined = this.#keys[0]): Promise<string> {
    if (!key) throw new Error('The issuer has no key');
    return new SignJWT({ ...this.claims(), ...claims })
      .setProtectedHeader({ alg: key.algorithm, kid: key.kid, typ: 'JWT' })
      .sign(key.privateKey);
  }

  /** The claims of a valid token. */
  claims(): Record<string, unknown> {
    const now = Math.floor(Date.now() / 1_000);
    return { iss: this.url, sub: 'someone', aud: AUDIENCE, iat: now, exp: now + 300 };
  }

  /** Refuses connections. */
  stop(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    });
  }

  /** Listens again, on the same port. */
  async resume(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#server.listen(this.#port, '127.0.0.1', resolve);
    });
    this.#port = (this.#server.address() as AddressInfo).port;
  }
}

import { createPublicKey } from 'node:crypto';
import type { JWTVerifyGetKey } from 'jose';

/** Whether the key set of an identity provider can be read. */
export interface KeySetState {
  /** Whether the last fetch succeeded. */
  readonly isRead: boolean;
  /** When a fetch succeeded last, in milliseconds since the epoch; undefined: never. */
  readonly readAt: number | undefined;
}

/** The public keys that tokens may be signed with. */
export interface TokenKeys {
  /** The key for a token's header, as `jose` asks for it. */
  readonly find: JWTVerifyGetKey;
  /** Changes with every change of the keys: what was verified before must be verified again. */
  readonly version: number;
  /** Undefined for keys that are not fetched. */
  readonly state: KeySetState | undefined;
  close(): void;
}

const PUBLIC_KEY = /^\s*-----BEGIN PUBLIC KEY-----[\s\w+/=]+-----END PUBLIC KEY-----\s*$/;

/** The one public key in a PEM text (SPKI), in which `\n` may stand for line breaks; throws if it is none. */
export function keyFromPem(pem: string): TokenKeys {
  const text = pem.replaceAll('\\n', '\n');
  // Node would also derive a public key from a private one, which has no place in this variable.
  if (!PUBLIC_KEY.test(text)) throw wrongKey();
  const key = readKey(text);
  const { modulusLength = 2_048 } = key.asymmetricKeyDetails ?? {};
  if (modulusLength < 2_048) throw new Error('JWT_PUBLIC_KEY must have at least 2048 bits');
  return { find: async () => key, version: 0, state: undefined, close: () => {} };
}

function readKey(pem: string) {
  try {
    return createPublicKey(pem);
  } catch (cause) {
    throw wrongKey(cause);
  }
}

function wrongKey(cause?: unknown): Error {
  const message = 'JWT_PUBLIC_KEY must be one public key in PEM: -----BEGIN PUBLIC KEY-----…';
  return new Error(message, { cause });
}

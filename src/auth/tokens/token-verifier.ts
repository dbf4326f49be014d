import { errors, type JWTPayload, type JWTVerifyOptions, jwtVerify } from 'jose';
import { parseStrictJson } from '../files/strict-json.ts';
import { decodeText } from '../files/text-file.ts';
import type { Claims } from './claim-mapping.ts';
import type { TokenKeys } from './token-keys.ts';

/** Signatures by a private key: with a shared secret whoever can verify a token could make one. */
const ALGORITHMS = ['RS', 'PS', 'ES']
  .flatMap((family) => ['256', '384', '512'].map((bits) => family + bits))
  .concat('EdDSA', 'Ed25519');

/** Access tokens and ID tokens; others (`logout+jwt`, `dpop+jwt`, …) grant no access. */
const TYPES = new Set([undefined, 'jwt', 'at+jwt']);

/** How far the issuer's clock may be from ours. */
const CLOCK_TOLERANCE_SECONDS = 30;

const MAX_LENGTH = 16_384;

const SHAPE = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/** Keys without an id that are tried for a token without one. */
const MAX_CANDIDATES = 8;

/** The content of a verified token. */
export interface VerifiedToken {
  readonly issuer: string;
  readonly subject: string;
  /** Milliseconds since the epoch from which the token is refused. */
  readonly expires: number;
  readonly claims: Claims;
}

/** Options of `verifyToken`. */
export interface VerifyOptions {
  readonly keys: TokenKeys;
  /** Undefined: that of any token which the keys have signed. */
  readonly issuer: string | undefined;
  /** Any of them must be an audience of the token. */
  readonly audience: readonly string[];
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Whether a text could be a token at all; others need no verification. */
export function canBeToken(text: string): boolean {
  return text.length <= MAX_LENGTH && SHAPE.test(text);
}

/** Verifies a signed JSON Web Token (RFC 7519) and returns its content; throws if it is not valid now. */
export async function verifyToken(token: string, options: VerifyOptions): Promise<VerifiedToken> {
  const [header = '', payload = ''] = token.split('.');
  checkHeader(parsePart(header));
  const { iss, sub, exp } = await verifiedPayload(token, options);
  if (typeof iss !== 'string' || typeof sub !== 'string' || exp === undefined) {
    throw new errors.JWTInvalid('a claim is of another type');
  }
  // Beyond 2^53 a token would never expire, and sums of moments would not be exact.
  if (!Number.isSafeInteger(exp)) throw new errors.JWTInvalid('exp is no safe integer');
  if (iss === '' || sub === '') throw new errors.JWTInvalid('iss or sub is empty');
  return {
    issuer: iss,
    subject: sub,
    expires: (exp + CLOCK_TOLERANCE_SECONDS) * 1_000,
    // Parsed again, because `JSON.parse` takes the last of two claims with one name.
    claims: parsePart(payload) as Claims,
  };
}

async function verifiedPayload(
  token: string,
  { keys, issuer, audience, now }: VerifyOptions,
): Promise<JWTPayload> {
  const options: JWTVerifyOptions = {
    algorithms: ALGORITHMS,
    audience: [...audience],
    clockTolerance: CLOCK_TOLERANCE_SECONDS,
    currentDate: new Date(now()),
    ...(issuer !== undefined && { issuer }),
  };
  try {
    return (await jwtVerify(token, keys.find, options)).payload;
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error;
    return verifyWithAny(token, error, options);
  }
}

/** Tries the keys that a token without a key id may be signed with. */
async function verifyWithAny(
  token: string,
  candidates: errors.JWKSMultipleMatchingKeys,
  options: JWTVerifyOptions,
): Promise<JWTPayload> {
  let tried = 0;
  for await (const key of candidates) {
    try {
      return (await jwtVerify(token, key, options)).payload;
    } catch (error) {
      if (!(error instanceof errors.JWSSignatureVerificationFailed)) throw error;
    }
    tried += 1;
    if (tried === MAX_CANDIDATES) break;
  }
  throw new errors.JWSSignatureVerificationFailed();
}

function parsePart(part: string): unknown {
  return parseStrictJson(decodeText(Buffer.from(part, 'base64url'))).value;
}

function checkHeader(header: unknown): void {
  const { typ, cty } = (header ?? {}) as { readonly typ?: unknown; readonly cty?: unknown };
  const type = typeof typ === 'string' ? typ.toLowerCase().replace(/^application\//, '') : typ;
  if (!TYPES.has(type as string | undefined) || cty !== undefined) {
    throw new errors.JWTInvalid('the header is not that of an access or ID token');
  }
}

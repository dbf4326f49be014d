import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const PREFIX = 'fsk_';
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SECRET_BYTES = 32;
/** Base 62 digits of 256 bits. */
const BODY_LENGTH = 43;
/** Base 62 digits of a CRC-32. */
const CHECKSUM_LENGTH = 6;

const SHAPE = new RegExp(`^${PREFIX}[0-9A-Za-z]{${BODY_LENGTH + CHECKSUM_LENGTH}}$`);

/**
 * A new key: `fsk_`, 256 random bits and a checksum; only letters and digits, so that a double click selects it all.
 */
export function createSecret(): string {
  const number = BigInt(`0x${randomBytes(SECRET_BYTES).toString('hex')}`);
  const body = PREFIX + base62(number, BODY_LENGTH);
  return body + checksum(body);
}

/** Whether the text has the form of a key and a matching checksum; false for a mistyped or truncated key. */
export function isWellFormedSecret(text: string): boolean {
  if (!SHAPE.test(text)) return false;
  const body = text.slice(0, -CHECKSUM_LENGTH);
  return text.slice(-CHECKSUM_LENGTH) === checksum(body);
}

/** Minimum length of a key generated elsewhere: about 100 bits if it is random. */
const MIN_ADOPTED_LENGTH = 20;
const MAX_ADOPTED_LENGTH = 512;

/** Why an existing secret cannot be imported as a key, as the end of a sentence; undefined if it can. */
export function adoptionFault(text: string): string | undefined {
  if (text.length < MIN_ADOPTED_LENGTH)
    return `must have at least ${MIN_ADOPTED_LENGTH} characters`;
  if (text.length > MAX_ADOPTED_LENGTH) return `must have at most ${MAX_ADOPTED_LENGTH} characters`;
  if (!/^[\x21-\x7e]+$/.test(text)) return 'must be visible ASCII characters without blanks';
  if (text.startsWith(PREFIX) && !isWellFormedSecret(text))
    return 'is a mistyped key of Fieldstone';
  return undefined;
}

/** Whether a text could be a key at all; others need no comparison with the stored keys. */
export function canBeSecret(text: string): boolean {
  return adoptionFault(text) === undefined;
}

/** The SHA-256 of a key: all that is stored of it. */
export function digestOf(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}

/** The text with every key and token in it hidden, for logs. A token starts with `{"` in Base64. */
export function hideSecrets(text: string): string {
  return text.replace(/fsk_[0-9A-Za-z]+/g, `${PREFIX}…`).replace(/eyJ[\w-]+(?:\.[\w-]*)+/g, 'eyJ…');
}

function checksum(body: string): string {
  return base62(BigInt(crc32(body)), CHECKSUM_LENGTH);
}

function base62(number: bigint, length: number): string {
  let digits = '';
  for (let rest = number; rest > 0n; rest /= 62n) digits = ALPHABET[Number(rest % 62n)] + digits;
  return digits.padStart(length, '0');
}

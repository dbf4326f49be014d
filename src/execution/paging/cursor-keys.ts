import { hkdfSync, randomBytes } from 'node:crypto';

/** The first key authenticates new cursors; a cursor of any of them is accepted. */
export type CursorKeys = readonly [Buffer, ...Buffer[]];

/** Bytes of a secret that is generated. */
const SECRET_BYTES = 32;

/** A new secret: 256 random bits in base64url. */
export function createCursorSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

/** Whether a stored text is a whole secret of `createCursorSecret`. */
export function isCursorSecret(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

/** Derives the key that authenticates cursors, so that a secret that is used elsewhere too stays separate. */
export function cursorKey(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'fieldstone: key of cursors', SECRET_BYTES));
}

/** A key that no other process has. */
export function ownCursorKey(): Buffer {
  return cursorKey(createCursorSecret());
}

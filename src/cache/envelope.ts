import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import { rowsBytes } from '#googlesql';
import { decodeRows, encodeRows } from '../values/row-codec.ts';
import type { CacheEntry, CacheKey } from './entry.ts';

/** Maximum bytes of an envelope; longer ones are neither written nor read. */
export const MAX_ENVELOPE_BYTES = 8 * 1024 * 1024;

/**
 * Must change with the layout: replicas of different releases on one store then miss each other's entries.
 *
 * An envelope is the version, one letter for the packing of the body (`p` plain, `d` deflated), the checksum, and the
 * body.
 */
const VERSION = 'fieldstone-entry/2 ';
const CHECKSUM_BYTES = 32;
const HEAD_BYTES = VERSION.length + 1 + CHECKSUM_BYTES;

/** Shorter bodies gain less from compression than the thread pool costs. */
const MIN_DEFLATED_BYTES = 4 * 1024;
/** Maximum bytes that an envelope may inflate to. */
const MAX_BODY_BYTES = 4 * MAX_ENVELOPE_BYTES;
const MAX_MICROS = /^\d{1,18}$/;

type EnvelopePacking = 'p' | 'd';

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

/** Encodes an entry as bytes for a store; undefined if it is too large. */
export async function sealEnvelope(key: CacheKey, entry: CacheEntry): Promise<Buffer | undefined> {
  // Encoding rows of that size as JSON would block other requests.
  if (rowsBytes(entry.rows) > 2 * MAX_BODY_BYTES) return undefined;
  const body = Buffer.from(
    JSON.stringify([
      key.identity,
      entry.computedAt.toString(),
      entry.truncated,
      entry.bytesBilled,
      entry.dataState?.shared ?? null,
      encodeRows(key.columns, entry.rows),
    ]),
  );
  if (body.length > MAX_BODY_BYTES) return undefined;
  const packing: EnvelopePacking = body.length < MIN_DEFLATED_BYTES ? 'p' : 'd';
  const packed = packing === 'p' ? body : await deflate(body, { level: 1 });
  if (HEAD_BYTES + packed.length > MAX_ENVELOPE_BYTES) return undefined;
  const head = headOf(packing);
  return Buffer.concat([head, checksumOf(key, head, packed), packed]);
}

/** Decodes an envelope; undefined for anything that was not sealed for this key, or is incomplete. */
export async function openEnvelope(
  key: CacheKey,
  envelope: unknown,
): Promise<CacheEntry | undefined> {
  if (!Buffer.isBuffer(envelope)) return undefined;
  if (envelope.length < HEAD_BYTES || envelope.length > MAX_ENVELOPE_BYTES) return undefined;
  const head = envelope.subarray(0, HEAD_BYTES - CHECKSUM_BYTES);
  const packed = envelope.subarray(HEAD_BYTES);
  const packing = (['p', 'd'] as const).find((letter) => head.equals(headOf(letter)));
  if (!packing) return undefined;
  const checksum = envelope.subarray(head.length, HEAD_BYTES);
  if (!checksumOf(key, head, packed).equals(checksum)) return undefined;
  return readBody(key, await parse(packing, packed));
}

function headOf(packing: EnvelopePacking): Buffer {
  return Buffer.from(VERSION + packing, 'latin1');
}

/** SHA-256 of head, key and body; keys have a fixed length, so that different pairs of key and body differ in bytes. */
function checksumOf(key: CacheKey, head: Buffer, packed: Buffer): Buffer {
  return createHash('sha256').update(head).update(key.key).update(packed).digest();
}

/** Anybody with write access to the store can compute a checksum, so the body is not trusted because of it. */
async function parse(packing: EnvelopePacking, packed: Buffer): Promise<unknown> {
  try {
    const body =
      packing === 'p' ? packed : await inflate(packed, { maxOutputLength: MAX_BODY_BYTES });
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

/** Reads array members only, so that no name in the body can refer to a method or a prototype. */
function readBody(key: CacheKey, body: unknown): CacheEntry | undefined {
  if (!Array.isArray(body) || body.length !== 6) return undefined;
  const [identity, computedAt, truncated, bytesBilled, shared, encoded] =
    body as readonly unknown[];
  if (identity !== key.identity) return undefined;
  if (typeof computedAt !== 'string' || !MAX_MICROS.test(computedAt)) return undefined;
  if (typeof truncated !== 'boolean' || !isCount(bytesBilled)) return undefined;
  if (!isShared(shared)) return undefined;
  const rows = decodeRows(key.columns, encoded);
  const dataState = shared === null ? undefined : { shared };
  return rows && { rows, truncated, bytesBilled, computedAt: BigInt(computedAt), dataState };
}

/** Whether a value is the shared state of an entry; null stands for none. */
function isShared(value: unknown): value is string | null {
  return value === null || typeof value === 'string';
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

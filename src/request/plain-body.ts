import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';
import { MIMEType, promisify } from 'node:util';
import { gunzip, inflate, inflateRaw } from 'node:zlib';
import { excerpt } from '#googlesql';
import { FieldstoneError } from '../errors.ts';
import { attempt } from '../values/attempt.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The body as it was sent; null if there is none. */
    bodyBytes: Buffer | null;
  }
}

/**
 * A request's body as UTF-8 without a byte order mark, inflated; a promise only if it has a content coding.
 *
 * Throws or rejects with `UNSUPPORTED_MEDIA_TYPE` if its type declares another charset or its coding is none of ours,
 * with `BAD_USER_INPUT` if its bytes are not UTF-8.
 */
export function plainBody(
  bytes: Buffer,
  headers: IncomingHttpHeaders,
  maxBytes: number,
): Buffer | Promise<Buffer> {
  refuseOtherCharset(headers['content-type']);
  const coding = headers['content-encoding'];
  if (coding === undefined) return checkedUtf8(bytes);
  return inflateBody(bytes, coding, maxBytes).then(checkedUtf8);
}

function refuseOtherCharset(contentType = ''): void {
  if (!/charset/i.test(contentType)) return;
  const charset = charsetOf(contentType);
  if (charset === undefined || isUtf8Name(charset)) return;
  throw new FieldstoneError('UNSUPPORTED_MEDIA_TYPE', 'The body must be UTF-8, and so its charset');
}

/** Undefined for a type without one, and for what is no media type, which is refused as such. */
function charsetOf(contentType: string): string | undefined {
  return attempt(() => new MIMEType(contentType))?.params.get('charset') ?? undefined;
}

/** Whether a label means UTF-8 (`utf8`, `UTF-8`, `'utf-8'`), or its subset ASCII. */
function isUtf8Name(charset: string): boolean {
  const label = charset.replace(/^'(.*)'$/, '$1').trim();
  if (/^(?:us-)?ascii$/i.test(label)) return true;
  return attempt(() => new TextDecoder(label))?.encoding === 'utf-8';
}

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

function checkedUtf8(bytes: Buffer): Buffer {
  if (!isUtf8(bytes)) throw new FieldstoneError('BAD_USER_INPUT', 'The body is not valid UTF-8');
  const hasMark = bytes.subarray(0, 3).equals(BYTE_ORDER_MARK);
  return hasMark ? bytes.subarray(3) : bytes;
}

/**
 * Decodes a request body by its `Content-Encoding`: gzip, deflate or none.
 *
 * The inflated size has the same limit as the body, enforced by zlib.
 */
export async function inflateBody(
  bytes: Buffer,
  coding: string | undefined,
  maxBytes: number,
): Promise<Buffer> {
  const name = coding?.trim().toLowerCase() ?? 'identity';
  if (name === 'identity' || bytes.length === 0) return bytes;
  const decode = decoderOf(name, bytes);
  if (!decode) {
    const message = `The body must be sent as gzip, deflate or without a content coding, not as ${excerpt(name)}`;
    throw new FieldstoneError('UNSUPPORTED_MEDIA_TYPE', message);
  }
  try {
    return await decode(bytes, { maxOutputLength: maxBytes });
  } catch (cause) {
    throw refusalOf(name, cause);
  }
}

function refusalOf(coding: string, cause: unknown): FieldstoneError {
  return (cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
    ? new FieldstoneError('REQUEST_TOO_LARGE', 'The body inflates to more than 1 MiB', { cause })
    : new FieldstoneError('BAD_USER_INPUT', `The body is not valid ${coding}`, { cause });
}

type Decompress = (bytes: Buffer, options: { readonly maxOutputLength: number }) => Promise<Buffer>;

const DECODERS: Readonly<Record<'gzip' | 'zlib' | 'raw', Decompress>> = {
  gzip: promisify(gunzip),
  zlib: promisify(inflate),
  raw: promisify(inflateRaw),
};

function decoderOf(coding: string, bytes: Buffer): Decompress | undefined {
  if (coding === 'gzip' || coding === 'x-gzip') return DECODERS.gzip;
  if (coding !== 'deflate') return undefined;
  // `deflate` means the zlib format, but some clients send raw deflate data (RFC 9110 §8.4.1.2).
  return hasZlibHeader(bytes) ? DECODERS.zlib : DECODERS.raw;
}

function hasZlibHeader(bytes: Buffer): boolean {
  return bytes.length > 1 && (bytes.readUInt8(0) & 0x0f) === 8 && bytes.readUInt16BE(0) % 31 === 0;
}

import { promisify } from 'node:util';
import { gunzip, inflate, inflateRaw } from 'node:zlib';
import { FieldstoneError } from '../../errors.ts';
import { excerpt } from '../../googlesql/index.ts';

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

type Decode = (bytes: Buffer, options: { readonly maxOutputLength: number }) => Promise<Buffer>;

const DECODERS: Readonly<Record<'gzip' | 'zlib' | 'raw', Decode>> = {
  gzip: promisify(gunzip),
  zlib: promisify(inflate),
  raw: promisify(inflateRaw),
};

function decoderOf(coding: string, bytes: Buffer): Decode | undefined {
  if (coding === 'gzip' || coding === 'x-gzip') return DECODERS.gzip;
  if (coding !== 'deflate') return undefined;
  // `deflate` means the zlib format, but some clients send raw deflate data (RFC 9110 §8.4.1.2).
  return hasZlibHeader(bytes) ? DECODERS.zlib : DECODERS.raw;
}

function hasZlibHeader(bytes: Buffer): boolean {
  return bytes.length > 1 && (bytes.readUInt8(0) & 0x0f) === 8 && bytes.readUInt16BE(0) % 31 === 0;
}

import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';
import { MIMEType } from 'node:util';
import { FieldstoneError } from '../../errors.ts';
import { inflateBody } from './inflate.ts';

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
  try {
    return new MIMEType(contentType).params.get('charset') ?? undefined;
  } catch {
    return undefined;
  }
}

/** Whether a label means UTF-8 (`utf8`, `UTF-8`, `'utf-8'`), or its subset ASCII. */
function isUtf8Name(charset: string): boolean {
  const label = charset.replace(/^'(.*)'$/, '$1').trim();
  if (/^(?:us-)?ascii$/i.test(label)) return true;
  try {
    return new TextDecoder(label).encoding === 'utf-8';
  } catch {
    return false;
  }
}

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

function checkedUtf8(bytes: Buffer): Buffer {
  if (!isUtf8(bytes)) throw new FieldstoneError('BAD_USER_INPUT', 'The body is not valid UTF-8');
  const hasMark = bytes.subarray(0, 3).equals(BYTE_ORDER_MARK);
  return hasMark ? bytes.subarray(3) : bytes;
}

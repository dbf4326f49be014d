import type { IncomingHttpHeaders } from 'node:http';
import { brotliCompressSync, gzipSync, constants as zlib, zstdCompressSync } from 'node:zlib';
import { acceptedCodings, type Coding } from '../content-coding.ts';

const ENCODERS: Readonly<Record<Exclude<Coding, 'identity'>, (text: string) => Buffer>> = {
  br: (text) => brotliCompressSync(text, { params: { [zlib.BROTLI_PARAM_QUALITY]: 1 } }),
  gzip: (text) => gzipSync(text, { level: 1 }),
  zstd: (text) => zstdCompressSync(text, { params: { [zlib.ZSTD_c_compressionLevel]: 1 } }),
};

/** A text in the coding that the client prefers, if it is long. Synchronous: errors have some kilobytes at most. */
export function codedText(
  text: string,
  headers: IncomingHttpHeaders,
): { readonly coding: Coding; readonly payload: string | Buffer } {
  const [coding = 'identity'] = acceptedCodings(headers, Buffer.byteLength(text));
  return { coding, payload: coding === 'identity' ? text : ENCODERS[coding](text) };
}

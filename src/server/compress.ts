import { promisify } from 'node:util';
import {
  brotliCompress,
  brotliCompressSync,
  gzip,
  gzipSync,
  constants as zlib,
  zstdCompress,
  zstdCompressSync,
} from 'node:zlib';
import type { Coding } from './content-coding.ts';

/** What the output is for: sent once, or kept and sent again. */
export type Effort = 'once' | 'kept';

const GZIP_LEVEL: Readonly<Record<Effort, number>> = { once: 1, kept: 6 };
/** Above 5 the time grows much faster than the size shrinks. */
const BROTLI_QUALITY: Readonly<Record<Effort, number>> = { once: 1, kept: 5 };
const ZSTD_LEVEL: Readonly<Record<Effort, number>> = { once: 1, kept: 9 };

const gzipBytes = promisify(gzip);
const brotliBytes = promisify(brotliCompress);
const zstdBytes = promisify(zstdCompress);

/** Compresses bytes in zlib's thread pool. */
export async function compress(bytes: Buffer, coding: Coding, effort: Effort): Promise<Buffer> {
  if (coding === 'identity') return bytes;
  if (coding === 'gzip') return unshared(await gzipBytes(bytes, gzipOptions(effort)));
  if (coding === 'zstd') return unshared(await zstdBytes(bytes, zstdOptions(effort)));
  return unshared(await brotliBytes(bytes, brotliOptions(effort, bytes)));
}

/** The most bytes to compress on the event loop; more would block it for milliseconds. */
export const MAX_SYNC_BYTES = 65_536;

/** Compresses on the event loop: some kilobytes take less time than handing them to another thread does. */
export function compressSync(bytes: Buffer, coding: Coding): Buffer {
  if (coding === 'identity') return bytes;
  if (coding === 'gzip') return unshared(gzipSync(bytes, gzipOptions('once')));
  if (coding === 'zstd') return unshared(zstdCompressSync(bytes, zstdOptions('once')));
  return unshared(brotliCompressSync(bytes, brotliOptions('once', bytes)));
}

/** Bytes of their own: zlib returns a short output as a view of a chunk of 16 KB, which whoever keeps it would keep. */
function unshared(view: Buffer): Buffer {
  if (view.length === view.buffer.byteLength) return view;
  const bytes = Buffer.allocUnsafeSlow(view.length);
  view.copy(bytes);
  return bytes;
}

function gzipOptions(effort: Effort) {
  return { level: GZIP_LEVEL[effort] };
}

function zstdOptions(effort: Effort) {
  return { params: { [zlib.ZSTD_c_compressionLevel]: ZSTD_LEVEL[effort] } };
}

function brotliOptions(effort: Effort, { length }: Buffer) {
  return {
    params: {
      [zlib.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY[effort],
      [zlib.BROTLI_PARAM_MODE]: zlib.BROTLI_MODE_TEXT,
      [zlib.BROTLI_PARAM_SIZE_HINT]: length,
    },
  };
}

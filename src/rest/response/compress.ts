import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib, zstdCompress } from 'node:zlib';
import type { Coding } from '../../server/content-coding.ts';

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
  if (coding === 'gzip') return gzipBytes(bytes, { level: GZIP_LEVEL[effort] });
  if (coding === 'zstd') {
    return zstdBytes(bytes, { params: { [zlib.ZSTD_c_compressionLevel]: ZSTD_LEVEL[effort] } });
  }
  return brotliBytes(bytes, {
    params: {
      [zlib.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY[effort],
      [zlib.BROTLI_PARAM_MODE]: zlib.BROTLI_MODE_TEXT,
      [zlib.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
}

import { constants as zlib } from 'node:zlib';
import type { FastifyCompressOptions } from '@fastify/compress';

/** Below it headers and the work of two sides outweigh the bytes that are saved. */
const MIN_BYTES = 1_024;

/** How answers are compressed that do not come in a coding already; each is made anew, so that speed counts. */
export const COMPRESSION: FastifyCompressOptions = {
  global: true,
  // Bodies are inflated by the routes that read them, within their limit.
  globalDecompression: false,
  threshold: MIN_BYTES,
  encodings: ['br', 'gzip', 'zstd'],
  brotliOptions: { params: { [zlib.BROTLI_PARAM_QUALITY]: 1 } },
  zlibOptions: { level: 1 },
};

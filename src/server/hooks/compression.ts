import { constants as zlib } from 'node:zlib';
import type { FastifyCompressOptions } from '@fastify/compress';

/** Below this size, headers and CPU on both sides cost more than the bytes saved. */
const MIN_BYTES = 1_024;

/** On-the-fly compression of answers not yet encoded; nothing is reused, so the fastest levels are best. */
export const COMPRESSION: FastifyCompressOptions = {
  global: true,
  // Bodies are inflated by the routes that read them, within their limit.
  globalDecompression: false,
  threshold: MIN_BYTES,
  encodings: ['br', 'gzip', 'zstd'],
  brotliOptions: { params: { [zlib.BROTLI_PARAM_QUALITY]: 1 } },
  zlibOptions: { level: 1 },
};

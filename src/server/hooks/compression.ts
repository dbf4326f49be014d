import { constants as zlib } from 'node:zlib';
import type { FastifyCompressOptions } from '@fastify/compress';
import { MIN_COMPRESSED_BYTES, PREFERENCE } from '../content-coding.ts';

/** On-the-fly compression of answers not yet encoded; nothing is reused, so the fastest levels are best. */
export const COMPRESSION: FastifyCompressOptions = {
  global: true,
  // Bodies are inflated by the routes that read them, within their limit.
  globalDecompression: false,
  threshold: MIN_COMPRESSED_BYTES,
  encodings: [...PREFERENCE],
  brotliOptions: { params: { [zlib.BROTLI_PARAM_QUALITY]: 1 } },
  zlibOptions: { level: 1 },
};

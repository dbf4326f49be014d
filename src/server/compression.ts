import type { IncomingHttpHeaders } from 'node:http';
import type { Transform } from 'node:stream';
import { promisify } from 'node:util';
import {
  brotliCompress,
  brotliCompressSync,
  createBrotliCompress,
  createGzip,
  createZstdCompress,
  gzip,
  gzipSync,
  constants as zlib,
  zstdCompress,
  zstdCompressSync,
} from 'node:zlib';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { acceptedCodings, type Coding } from './content-coding.ts';
import { addVary, type HandlerAnswer } from './handler-answer.ts';

/** What the output is for: sent once, or cached and sent again. */
export type Effort = 'once' | 'cached';

const GZIP_LEVEL: Readonly<Record<Effort, number>> = { once: 1, cached: 6 };
/** Above 5 the time grows much faster than the size shrinks. */
const BROTLI_QUALITY: Readonly<Record<Effort, number>> = { once: 1, cached: 5 };
const ZSTD_LEVEL: Readonly<Record<Effort, number>> = { once: 1, cached: 9 };

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

/** A stream that compresses what is sent once; undefined if nothing is to be compressed. */
export function compressStream(coding: Coding): Transform | undefined {
  if (coding === 'identity') return undefined;
  if (coding === 'gzip') return createGzip(gzipOptions('once'));
  if (coding === 'zstd') return createZstdCompress(zstdOptions('once'));
  return createBrotliCompress(brotliOptions('once', { length: 0 }));
}

/** A copy without the chunk of 16 KB that zlib returns a short output as a view of. */
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

function brotliOptions(effort: Effort, { length }: { readonly length: number }) {
  return {
    params: {
      [zlib.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY[effort],
      [zlib.BROTLI_PARAM_MODE]: zlib.BROTLI_MODE_TEXT,
      [zlib.BROTLI_PARAM_SIZE_HINT]: length,
    },
  };
}

/**
 * An answer in the content coding that its client prefers, so that it can be sent again as it is; the same answer if it
 * has a coding already, or is too short or too long.
 */
export function codedAnswer(answer: HandlerAnswer, client: IncomingHttpHeaders): HandlerAnswer {
  const { bytes: plain, headers } = answer;
  if (!plain || plain.length > MAX_SYNC_BYTES || headers['content-encoding']) return answer;
  const [coding = 'identity'] = acceptedCodings(client, plain.length);
  if (coding === 'identity') return answer;
  const bytes = compressSync(plain, coding);
  const codedHeaders = {
    ...headers,
    'content-encoding': coding,
    'content-length': `${bytes.length}`,
    vary: headers['vary'] ? `${headers['vary']}, Accept-Encoding` : 'Accept-Encoding',
  };
  return { ...answer, headers: codedHeaders, bytes };
}

/**
 * Compresses answers in the content coding that the client prefers, at the fastest levels, because nothing of them is
 * used again. Answers that have a coding already, and streams, are sent as they are. There is no list of media types:
 * all that is served over a kilobyte shrinks.
 */
export function addCompression(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!isPlain(payload, reply)) return done(null, payload);
    const [coding = 'identity'] = acceptedCodings(request.headers, Buffer.byteLength(payload));
    if (coding === 'identity') return done(null, payload);
    const send = (bytes: Buffer) => {
      // Of the plain bytes.
      reply.removeHeader('content-length').header('content-encoding', coding);
      addVary(reply, 'Accept-Encoding');
      done(null, bytes);
    };
    const plain = typeof payload === 'string' ? Buffer.from(payload) : payload;
    if (plain.length <= MAX_SYNC_BYTES) send(compressSync(plain, coding));
    else compress(plain, coding, 'once').then(send).catch(done);
  });
}

function isPlain(payload: unknown, reply: FastifyReply): payload is string | Buffer {
  const isWhole = typeof payload === 'string' || Buffer.isBuffer(payload);
  return isWhole && !reply.hasHeader('content-encoding');
}

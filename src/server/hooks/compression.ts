import type { FastifyInstance, FastifyReply } from 'fastify';
import { compress, compressSync, MAX_SYNC_BYTES } from '../compress.ts';
import { acceptedCodings } from '../content-coding.ts';
import { addVary } from '../handler-answer.ts';

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

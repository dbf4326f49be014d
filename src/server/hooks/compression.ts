import type { FastifyInstance, FastifyReply } from 'fastify';
import { compress, compressSync, MAX_SYNC_BYTES } from '../compress.ts';
import { acceptedCodings } from '../content-coding.ts';
import { addVary } from '../handler-answer.ts';

/**
 * Compresses answers in the content coding that the client prefers, at the fastest levels, because nothing of them is
 * used again. Answers that have a coding already, and streams, are sent as they are. There is no list of media types:
 * all that is served shrinks.
 */
export function addCompression(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const plain = uncodedBytes(reply, payload);
    const [coding] = plain ? acceptedCodings(request.headers, plain.length) : [];
    if (!plain || !coding || coding === 'identity') return done(null, payload);
    const send = (bytes: Buffer) => {
      reply.header('content-encoding', coding);
      addVary(reply, 'Accept-Encoding');
      done(null, bytes);
    };
    if (plain.length <= MAX_SYNC_BYTES) send(compressSync(plain, coding));
    else compress(plain, coding, 'once').then(send, done);
  });
}

function uncodedBytes(reply: FastifyReply, payload: unknown): Buffer | undefined {
  if (reply.hasHeader('content-encoding')) return undefined;
  if (typeof payload === 'string') return Buffer.from(payload);
  return Buffer.isBuffer(payload) ? payload : undefined;
}

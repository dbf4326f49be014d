import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hideSecrets } from '../access/secret.ts';
import { pathOf } from './path-of.ts';

const CLIENT_LEFT = 499;
const MAX_PATH = 512;

/** Logs one line for each request that was answered or that its client left. */
export function addRequestLog(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    // Fastify's own hook runs for answers alone, and `close` for both.
    reply.raw.once('close', () => {
      if (request.raw.socket.destroyed && !reply.raw.writableFinished) {
        logRequest(request, reply, CLIENT_LEFT);
      }
    });
  });
  app.addHook('onResponse', async (request, reply) => logRequest(request, reply));
}

/** Logs one line for a request: nothing of its query string, headers or body. */
export function logRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  status = reply.statusCode,
): void {
  request.log.info(
    {
      method: request.method,
      path: loggable(pathOf(request)),
      status,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      keyId: request.caller?.keyId,
    },
    'request',
  );
}

/** A path may hold any byte, and a key that someone put there by mistake. */
function loggable(path: string): string {
  return hideSecrets(path.slice(0, MAX_PATH)).replace(/[^\x21-\x7e…]/g, encodeURIComponent);
}

import type { FastifyReply, FastifyRequest } from 'fastify';
import { hideSecrets } from '../access/secret.ts';
import { pathOf } from './path-of.ts';

const CLIENT_LEFT = 499;
const MAX_PATH = 512;

/** Logs one line for a finished request: nothing of its query string, headers or body. */
export function logRequest(request: FastifyRequest, reply: FastifyReply): void {
  request.log.info(
    {
      method: request.method,
      path: loggable(pathOf(request)),
      status: hasLeft(request, reply) ? CLIENT_LEFT : reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      keyId: request.caller?.keyId,
    },
    'request',
  );
}

function hasLeft(request: FastifyRequest, reply: FastifyReply): boolean {
  return request.raw.socket.destroyed && !reply.raw.writableFinished;
}

/** A path may hold any byte, and a key that someone put there by mistake. */
function loggable(path: string): string {
  return hideSecrets(path.slice(0, MAX_PATH)).replace(/[^\x21-\x7e…]/g, encodeURIComponent);
}

import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hideSecrets } from '../../auth/secret.ts';
import { headerKeys } from '../hooks/caller-of.ts';
import { keyInUrl } from '../hooks/key-in-url.ts';
import { pathOf } from '../path-of.ts';

const CLIENT_LEFT = 499;
const MAX_PATH = 512;

/** Logs one line for each request that was answered or that its client left. */
export function addRequestLog(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    // Fastify's own hook runs for answers alone, and `close` for both.
    reply.raw.once('close', () => {
      if (request.raw.socket.destroyed && !reply.raw.writableFinished) {
        logRequest(request, reply, CLIENT_LEFT);
      }
    });
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    logRequest(request, reply);
    done();
  });
}

/** What the line of a request tells: nothing of its query string, headers or body. */
export interface LoggedRequest {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly elapsedMs: number;
  readonly keyId: string | undefined;
}

/** Logs one line for a request of Fastify's. */
export function logRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  status = reply.statusCode,
): void {
  writeLine(request.log, {
    method: request.method,
    path: withoutKeys(request),
    status,
    elapsedMs: reply.elapsedTime,
    keyId: request.caller?.keyId,
  });
}

/** A key that stands where keys do is known, whatever it looks like, and may have been put into the path too. */
function withoutKeys(request: FastifyRequest): string {
  let path = pathOf(request);
  for (const key of [...headerKeys(request.headers), keyInUrl(request)]) {
    if (key) path = path.replaceAll(key, '…');
  }
  return path;
}

/** Writes the line of a request. */
export function writeLine(
  log: FastifyBaseLogger,
  { method, path, status, elapsedMs, keyId }: LoggedRequest,
): void {
  const line = {
    method,
    path: loggable(path),
    status,
    ms: Math.round(elapsedMs * 10) / 10,
    keyId,
  };
  log.info(line, 'request');
}

const HARMLESS = /^[\x21-\x7e]*$/;

/** A path may hold any byte, and a key that someone put there by mistake. */
export function loggable(path: string): string {
  const start = hideSecrets(path.slice(0, MAX_PATH));
  return HARMLESS.test(start) ? start : start.replace(/[^\x21-\x7e…]/g, encodeURIComponent);
}

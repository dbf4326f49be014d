import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hideSecrets } from '../../auth/secret.ts';
import { headerKeys } from '../hooks/caller-of.ts';
import { keyInUrl } from '../hooks/key-in-url.ts';
import { pathOf } from '../path-of.ts';

const CLIENT_LEFT = 499;
const MAX_PATH = 512;

/** Logs one line for each request that was answered or whose client disconnected. */
export function addRequestLog(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    // Fastify's `onResponse` runs only for answers; `close` fires for both.
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

/** What is logged of a request: nothing from its query string, headers or body. */
export interface LoggedRequest {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly elapsedMs: number;
  readonly keyId: string | undefined;
}

/** Logs one line for a Fastify request. */
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

/** The path with the request's own keys removed: they may have any form, and may be in the path by mistake. */
function withoutKeys(request: FastifyRequest): string {
  let path = pathOf(request);
  for (const key of [...headerKeys(request.headers), keyInUrl(request)]) {
    if (key) path = path.replaceAll(key, '…');
  }
  return path;
}

/** Writes a request's log line. */
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

/** A path made safe for logs: keys in our format hidden, other than visible ASCII encoded, cut at 512 characters. */
export function loggable(path: string): string {
  const start = hideSecrets(path.slice(0, MAX_PATH));
  return HARMLESS.test(start) ? start : start.replace(/[^\x21-\x7e…]/g, encodeURIComponent);
}

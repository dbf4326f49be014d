import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hideSecrets } from '../../auth/secret.ts';
import { headerKeys, keyInUrl } from '../../request/caller.ts';
import { pathOf } from '../../request/target.ts';
import { getOrInsertComputed } from '../../values/memory.ts';
import type { RunRecord } from '../run-record.ts';

const CLIENT_LEFT = 499;
const MAX_PATH = 512;

/** Callbacks for the end of each request. */
export interface RequestEnds {
  readonly onAnswered: (request: FastifyRequest, reply: FastifyReply) => void;
  /** Called when the client has left before the answer. */
  readonly onLeft: (request: FastifyRequest) => void;
}

/** Logs one line for each request that was answered or whose client left before that. */
export function addRequestLog(app: FastifyInstance, { onAnswered, onLeft }: RequestEnds): void {
  app.addHook('onRequest', (request, reply, done) => {
    // Fastify's `onResponse` runs only for answers; `close` fires for both, once.
    reply.raw.on('close', () => {
      if (request.raw.socket.destroyed && !reply.raw.writableFinished) {
        logRequest(request, reply, CLIENT_LEFT);
        onLeft(request);
      }
    });
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    logRequest(request, reply);
    onAnswered(request, reply);
    done();
  });
}

/**
 * Logs one line for a request: its key, what was run and how long that took. Of the request itself it has only the path
 * and hashes of texts: no query string, header, body or SQL.
 */
export function logRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  status = reply.statusCode,
): void {
  const { caller, errorCode, id, method, ran, traceId } = request;
  const line = {
    method,
    path: loggablePath(request),
    status,
    code: errorCode,
    ms: rounded(reply.elapsedTime),
    keyId: caller?.keyId,
  };
  if (ran?.isCached) cachedLog(request, ran).info({ requestId: id, traceId, ...line }, 'request');
  else request.log.info(ran ? { ...line, ...ranFields(ran) } : line, 'request');
}

const cachedLogs = new WeakMap<RunRecord, FastifyBaseLogger>();

/** A logger with the fields of an answer from the microcache: as bindings they are serialized once, not at each hit. */
function cachedLog({ server }: FastifyRequest, ran: RunRecord): FastifyBaseLogger {
  return getOrInsertComputed(cachedLogs, ran, () => server.log.child(ranFields(ran)));
}

function ranFields(ran: RunRecord): object {
  const { endpoints, operation, phases, results, sqlHashes, via } = ran;
  return {
    via,
    endpoints: [...endpoints].join() || undefined,
    operation: operation?.name,
    documentHash: operation?.hash,
    sqlHashes: sqlHashes.size > 0 ? [...sqlHashes].join() : undefined,
    ...(results.length > 0 && {
      cache: ran.cacheStatus,
      rows: results.reduce((sum, { rowCount }) => sum + rowCount, 0),
      bytesBilled: results.reduce((sum, { bytesBilled }) => sum + bytesBilled, 0) || undefined,
      queueMs: rounded(phases.queueMs) || undefined,
      engineMs: phases.engineMs === undefined ? undefined : rounded(phases.engineMs),
      encodeMs: phases.encodeMs === undefined ? undefined : rounded(phases.encodeMs),
    }),
  };
}

function rounded(ms: number): number {
  return Math.round(ms * 10) / 10;
}

/** The path without the request's own keys, which may have any form and be in the path by mistake; see `loggable`. */
export function loggablePath(request: FastifyRequest): string {
  let path = pathOf(request);
  // A route without parameters: nothing of its path is the client's.
  if (path === request.routeOptions.url) return path;
  for (const key of [...headerKeys(request.headers), keyInUrl(request)]) {
    if (key) path = path.replaceAll(key, '…');
  }
  return loggable(path);
}

const HARMLESS = /^[\x21-\x7e]*$/;

/** A path made safe for logs: keys in our format hidden, other than visible ASCII encoded, cut at 512 characters. */
function loggable(path: string): string {
  const start = hideSecrets(path.slice(0, MAX_PATH));
  return HARMLESS.test(start) ? start : start.replace(/[^\x21-\x7e…]/g, encodeURIComponent);
}

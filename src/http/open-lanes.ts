import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Caller } from '../access/caller.ts';
import type { Authenticator } from '../access/key-store.ts';
import { callerOf } from './caller-of.ts';
import { corsOptions } from './cors.ts';
import type { Lanes, ReadyAnswer } from './lanes.ts';
import type { Limits } from './limits.ts';
import { writeLine } from './request-log.ts';

/** What decides whether a request may take a lane. */
export interface LaneOptions {
  /** Fastify's own listener, which answers everything else. */
  readonly route: RequestListener;
  readonly keys: Authenticator;
  readonly limits: Limits;
  readonly corsOrigins: readonly string[];
  readonly isDraining: () => boolean;
}

/**
 * Puts lanes in front of Fastify, whose routing, hooks and objects take longer than to send bytes that are there.
 *
 * Everything that is not plainly a request with a good key for bytes at hand goes on to Fastify. Answers are the same
 * either way, with the standard headers and one line in the log.
 */
export function openLanes(app: FastifyInstance, lanes: Lanes, options: LaneOptions): void {
  const { route } = options;
  const standard = standardHeaders(options.corsOrigins);
  app.server.removeListener('request', route);
  app.server.on('request', (request, response) => {
    const start = performance.now();
    const found = answerAtOnce(request, lanes, options);
    if (!found) return route(request, response);
    const requestId = randomUUID();
    sendReady(response, found.answer, { ...standard, 'x-request-id': requestId });
    response.once('close', () => {
      const line = {
        method: request.method ?? '',
        path: pathOf(request),
        status: response.writableFinished ? found.answer.status : CLIENT_LEFT,
        elapsedMs: performance.now() - start,
        keyId: found.caller.keyId,
      };
      writeLine(app.log, line, requestId);
    });
  });
}

const CLIENT_LEFT = 499;

function pathOf({ url = '' }: IncomingMessage): string {
  const end = url.indexOf('?');
  return end < 0 ? url : url.slice(0, end);
}

interface Found {
  readonly answer: ReadyAnswer;
  readonly caller: Caller;
}

function answerAtOnce(
  request: IncomingMessage,
  lanes: Lanes,
  { keys, limits, isDraining }: LaneOptions,
): Found | undefined {
  const lane = lanes.find(request.url ?? '');
  if (!lane || !isPlain(request, limits) || isDraining()) return undefined;
  try {
    const caller = callerOf(request, keys);
    const answer = lane(request, caller);
    return answer && { answer, caller };
  } catch {
    // Its error is made where it is answered.
    return undefined;
  }
}

/** Whether nothing but the key is left to check: no body, no browser's origin, no URL that is too long. */
function isPlain(
  { method, url = '', headers, httpVersion }: IncomingMessage,
  limits: Limits,
): boolean {
  return (
    (method === 'GET' || method === 'HEAD') &&
    url.length <= limits.maxUrlBytes &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined &&
    headers.origin === undefined &&
    (headers.host !== undefined || httpVersion !== '1.1')
  );
}

/** What every answer to a request without an origin has. */
function standardHeaders(corsOrigins: readonly string[]): Readonly<Record<string, string>> {
  const { origin, exposedHeaders } = corsOptions(corsOrigins);
  const cors = origin === '*' ? { 'access-control-allow-origin': '*' } : { vary: 'Origin' };
  return {
    'x-content-type-options': 'nosniff',
    ...cors,
    'access-control-expose-headers': [exposedHeaders ?? []].flat().join(', '),
  };
}

function sendReady(
  response: ServerResponse,
  { status, headers, bytes }: ReadyAnswer,
  standard: Readonly<Record<string, string>>,
): void {
  const all: Record<string, string> = { ...standard, ...headers };
  if (standard['vary']) all['vary'] = `${standard['vary']}, ${headers['vary']}`;
  if (bytes) all['content-length'] = String(bytes.length);
  response.writeHead(status, all);
  response.end(bytes);
}

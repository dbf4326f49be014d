import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Caller } from '../access/caller.ts';
import type { Authenticator } from '../access/key-store.ts';
import { callerOf } from './caller-of.ts';
import { corsOptions } from './cors.ts';
import type { Lane, Lanes, ReadyAnswer } from './lanes.ts';
import type { Limits } from './limits.ts';
import { requestLine } from './request-line.ts';

/** What decides whether a request may take a lane. */
export interface LaneOptions {
  /** Fastify's own listener, which answers everything else. */
  readonly route: RequestListener;
  readonly keys: Authenticator;
  readonly limits: Limits;
  readonly corsOrigins: readonly string[];
  readonly isDraining: () => boolean;
  /** Takes the line of each request; undefined where they are not logged. */
  readonly log: { write(line: string): void } | undefined;
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
  const take: Take = (lane, { request, response, start }, body) => {
    const found = answerAtOnce(lane, request, body, options);
    if (!found) return false;
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
      options.log?.write(requestLine(line, requestId));
    });
    return true;
  };
  app.server.removeListener('request', route);
  app.server.on('request', (request, response) => {
    const lane = isPlain(request, options) ? lanes.find(request.url ?? '') : undefined;
    const exchange = { request, response, start: performance.now() };
    if (!lane) route(request, response);
    else if (request.method === 'POST') takeWithBody(lane, exchange, take, route);
    else if (!take(lane, exchange, NO_BODY)) route(request, response);
  });
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly start: number;
}

/** Answers through a lane where that is possible, and says whether it was. */
type Take = (lane: Lane, exchange: Exchange, body: Buffer) => boolean;

const NO_BODY = Buffer.alloc(0);

/** A small body comes with its head, and is there when the parser returns; one that is not is Fastify's to wait for. */
function takeWithBody(lane: Lane, exchange: Exchange, take: Take, route: RequestListener): void {
  const { request, response } = exchange;
  process.nextTick(() => {
    // Of exactly this size: any other read would end the stream, and Fastify could not read it again.
    const body = request.read(Number(request.headers['content-length'])) as Buffer | null;
    if (body && take(lane, exchange, body)) return;
    if (body) request.unshift(body);
    route(request, response);
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
  lane: Lane,
  request: IncomingMessage,
  body: Buffer,
  { keys }: LaneOptions,
): Found | undefined {
  try {
    const caller = callerOf(request, keys);
    const answer = lane(request, caller, body);
    return answer && { answer, caller };
  } catch {
    // Its error is made where it is answered.
    return undefined;
  }
}

/** Longer bodies come in parts. */
const SMALL_BODY = /^[1-9]\d{0,3}$/;

/** Whether nothing but the key is left to check: no browser's origin, no URL or body that is long. */
function isPlain(request: IncomingMessage, { limits, isDraining }: LaneOptions): boolean {
  const { method, url = '', headers, httpVersion } = request;
  const length = headers['content-length'];
  const hasBody = method === 'POST';
  return (
    (hasBody || method === 'GET' || method === 'HEAD') &&
    (hasBody ? SMALL_BODY.test(length ?? '') : length === undefined) &&
    headers['transfer-encoding'] === undefined &&
    headers.origin === undefined &&
    url.length <= limits.maxUrlBytes &&
    (headers.host !== undefined || httpVersion !== '1.1') &&
    !isDraining()
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

/**
 * Node sends a text and the head before it in one write, and bytes in another one beside it; up to this length it
 * needs no memory of its own for that.
 */
const ONE_WRITE = 14_000;

function sendReady(
  response: ServerResponse,
  { status, headers, bytes }: ReadyAnswer,
  standard: Readonly<Record<string, string>>,
): void {
  const all: Record<string, string> = { ...standard, ...headers };
  if (standard['vary'] && headers['vary']) all['vary'] = `${standard['vary']}, ${headers['vary']}`;
  if (bytes) all['content-length'] = String(bytes.length);
  response.writeHead(status, all);
  if (bytes && bytes.length <= ONE_WRITE) response.end(bytes.toString('latin1'), 'latin1');
  else response.end(bytes);
}

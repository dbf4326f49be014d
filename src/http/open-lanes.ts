import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
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
  const pass: RequestListener = (request, response) => {
    limitStall(response, options.limits);
    route(request, response);
  };
  const send = sender(standardHeaders(options.corsOrigins));
  const take: Take = (lane, { request, response, start }, body) => {
    const found = answerAtOnce(lane, request, body, options);
    if (!found) return false;
    const requestId = randomUUID();
    const log = (isSent: boolean) => {
      const line = {
        method: request.method ?? '',
        path: pathOf(request),
        status: isSent ? found.answer.status : CLIENT_LEFT,
        elapsedMs: performance.now() - start,
        keyId: found.caller.keyId,
      };
      options.log?.write(requestLine(line, requestId));
    };
    send(response, found.answer, requestId);
    const { socket } = response;
    if (socket?.writableLength === 0) {
      // What the system has taken is sent.
      log(true);
      return true;
    }
    // It waits for the client, or for the answers to the requests before it.
    if (socket) socket.setTimeout(options.limits.stalledAnswerMs);
    else limitStall(response, options.limits);
    response.once('close', () => log(response.writableFinished));
    return true;
  };
  app.server.removeListener('request', route);
  app.server.on('request', (request, response) => {
    const lane = isPlain(request, options) ? lanes.find(request.url ?? '') : undefined;
    const exchange = { request, response, start: performance.now() };
    if (!lane) pass(request, response);
    else if (request.method === 'POST') takeWithBody(lane, exchange, take, pass);
    else if (!take(lane, exchange, NO_BODY)) pass(request, response);
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

/** Cuts off who stops reading the answer. */
function limitStall(response: ServerResponse, { stalledAnswerMs }: Limits): void {
  response.once('prefinish', () => response.socket?.setTimeout(stalledAnswerMs));
}

/**
 * Node sends a text and the head before it in one write, and bytes in another one beside it; up to this length it
 * needs no memory of its own for that.
 */
const ONE_WRITE = 14_000;

/** An answer as Node takes it. */
interface Prepared {
  readonly headers: ReadyAnswer['headers'];
  /** Names and values by turns; the first value is the id of the request. */
  readonly head: string[];
  readonly body: string | Buffer | undefined;
}

/** How many answers are kept as Node takes them, up to `ONE_WRITE` bytes each. */
const MOST_PREPARED = 200;

/** Returns what sends answers, with the standard headers of all of them. */
function sender(standard: Readonly<Record<string, string>>) {
  const prepared = new LRUCache<object, Prepared>({ max: MOST_PREPARED });
  const preparedOf = (answer: ReadyAnswer): Prepared => {
    const { headers, bytes } = answer;
    const known = prepared.get(bytes ?? headers);
    if (known?.headers === headers) return known;
    const made = prepare(answer, standard);
    if (made.body === undefined || typeof made.body === 'string')
      prepared.set(bytes ?? headers, made);
    return made;
  };
  return (response: ServerResponse, answer: ReadyAnswer, requestId: string): void => {
    const { head, body } = preparedOf(answer);
    head[1] = requestId;
    response.writeHead(answer.status, head);
    response.end(body, 'latin1');
  };
}

function prepare(
  { headers, bytes }: ReadyAnswer,
  standard: Readonly<Record<string, string>>,
): Prepared {
  const all: Record<string, string> = { 'x-request-id': '', ...standard, ...headers };
  if (standard['vary'] && headers['vary']) all['vary'] = `${standard['vary']}, ${headers['vary']}`;
  if (bytes) all['content-length'] = String(bytes.length);
  const body = bytes && bytes.length <= ONE_WRITE ? bytes.toString('latin1') : bytes;
  return { headers, head: Object.entries(all).flat(), body };
}

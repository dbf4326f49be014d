import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { unrestricted } from '../auth/caller.ts';
import type { PriceOf } from '../execution/estimated-cost.ts';
import type { Served } from '../execution/served.ts';
import { callerIn } from '../request/caller.ts';
import { wantsRedaction } from '../request/headers.ts';
import { jobLabelsOf } from '../request/job-labels.ts';
import { RequestMoment } from '../request/request-signal.ts';
import { settingsIn } from '../request/settings.ts';
import { queryOf } from '../request/target.ts';
import { isFault, presentable } from '../server/errors/problem.ts';
import { sendHandlerAnswer } from '../server/handler-answer.ts';
import { noteCached } from '../server/hooks/microcache.ts';
import { addServerTiming, beginRun } from '../server/run-record.ts';
import {
  type ExchangeAnswer,
  HttpExchanges,
  type PlainAnswer,
  plainEra,
  withId,
} from './http-exchange.ts';
import { readMessage, takeJsonBodies } from './message.ts';
import { type Authorization, addProtectedResource, challengeOf } from './protected-resource.ts';
import { createProtocolServer, type MessageContext } from './protocol.ts';
import type { Era } from './shared-servers.ts';
import { checkSource, type ServiceAddress } from './source-check.ts';
import { readToolSettings, type ToolSettings } from './tool-settings.ts';

/** Options of `mcpRoute`. */
export interface McpRouteOptions {
  /** What is served now; read once per request. */
  readonly served: () => Served;
  /** Microseconds since the epoch; read once per request. */
  readonly clock: () => bigint;
  /** Names of the labels that callers may put on jobs. @default none */
  readonly jobLabels?: ReadonlySet<string>;
  /** @default nothing costs anything */
  readonly priceOf?: PriceOf;
  /** Who issues tokens; undefined: clients are not told. */
  readonly authorization?: Authorization | undefined;
  readonly address?: ServiceAddress;
  /** Answers some messages in place of what is served. @default none */
  readonly otherServer?: OtherServer;
}

/** Makes the server that answers a message; undefined for messages that are answered as usual. */
export type OtherServer = (
  message: Readonly<Record<string, unknown>>,
) => (() => ReturnType<typeof createProtocolServer>) | undefined;

export const MCP_PATH = '/mcp';

/** `POST /mcp`: endpoints as tools, by the Model Context Protocol without sessions. */
export function mcpRoute(options: McpRouteOptions): FastifyPluginAsync {
  return async (app) => {
    takeJsonBodies(app);
    const exchanges = new HttpExchanges();
    await exchanges.warm(
      warmingContext(options, (error) => app.log.error({ err: error }, 'failed')),
    );
    app.addHook('onClose', () => exchanges.close());
    const { address = {}, authorization } = options;
    if (authorization) addProtectedResource(app, authorization);
    app.post(MCP_PATH, {
      config: {
        microcache: 'parts',
        ...(authorization && { challenge: challengeOf(authorization) }),
      },
      onRequest: (request, _, done) => {
        checkSource(request, address);
        done();
      },
      handler: (request, reply) => answer(exchanges, request, reply, options),
    });
  };
}

async function answer(
  exchanges: HttpExchanges,
  request: FastifyRequest,
  reply: FastifyReply,
  options: McpRouteOptions,
): Promise<FastifyReply> {
  const settings = readToolSettings(queryOf(request));
  const read = readMessage(request.body);
  if (read.fault) {
    const { code, message, status } = read.fault;
    const body = JSON.stringify({ jsonrpc: '2.0', id: read.id, error: { code, message } });
    return sendHandlerAnswer(reply, { status, headers: HEADERS, bytes: Buffer.from(body) });
  }
  const { message } = read;
  const exchange = { headers: request.headers, message };
  const other = options.otherServer?.(message);
  const era = other ? undefined : plainEra(exchange);
  const cached = era && findCached(request, reply, message, era);
  if (cached) return send(reply, withId(message['id'], { member: 'result', json: cached }));
  const context = contextOf(request, reply, options, settings);
  const answerer = { context, createServer: other ?? (() => createProtocolServer(() => context)) };
  const plain = era && (await exchanges.plainAnswer(exchange, era, answerer));
  const answered = plain
    ? withId(message['id'], plain)
    : await exchanges.answer(exchange, answerer);
  finish(request, reply, context, plain);
  return send(reply, answered);
}

function send(reply: FastifyReply, answer: ExchangeAnswer): FastifyReply {
  return sendHandlerAnswer(reply, { ...answer, headers: HEADERS });
}

/** The JSON of the result of an equal call, which another id may have. */
function findCached(
  request: FastifyRequest,
  reply: FastifyReply,
  { method, params }: Readonly<Record<string, unknown>>,
  era: Era,
): Buffer | undefined {
  request.bodyBytes = Buffer.from(JSON.stringify([era, method, params]));
  const cached = request.server.microcache?.find(request);
  if (cached) noteCached(request, reply, cached);
  return cached?.answer.bytes;
}

/** Notes what a message ran, and stores its result where the microcache may have it. */
function finish(
  request: FastifyRequest,
  reply: FastifyReply,
  { record, results }: MessageContext,
  answer: PlainAnswer | undefined,
): void {
  if (!record || results.length === 0) return;
  addServerTiming(reply, record.finish(results, performance.now()));
  if (answer?.member !== 'result' || request.errorCode !== undefined) return;
  const fresh = results.map((result) => result.fresh);
  const stored = { status: 200, headers: HEADERS, bytes: answer.json };
  request.server.microcache?.store(request, stored, fresh);
}

const HEADERS = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };

function contextOf(
  request: FastifyRequest,
  reply: FastifyReply,
  { clock, jobLabels = NO_LABELS, priceOf = () => 0, served }: McpRouteOptions,
  settings: ToolSettings,
): MessageContext {
  const { registry, runner } = served();
  return {
    ...settings,
    registry: registry.withAliases(settingsIn(request).aliases),
    runner,
    caller: callerIn(request),
    redact: wantsRedaction(request.headers),
    labels: jobLabelsOf(request.headers, jobLabels),
    run: new RequestMoment(clock(), request, reply),
    admit: request.chargeOnMiss,
    record: beginRun(request, 'mcp'),
    priceOf,
    results: [],
    onError: (error) => noteError(request, reply, error),
  };
}

/** The context of a list that no client receives. */
function warmingContext(
  { clock, served }: McpRouteOptions,
  onError: MessageContext['onError'],
): MessageContext {
  const { registry, runner } = served();
  const { signal } = new AbortController();
  return {
    ...readToolSettings(''),
    registry,
    runner,
    caller: NOBODY,
    redact: false,
    labels: undefined,
    run: { now: clock(), signal },
    admit: undefined,
    record: undefined,
    priceOf: () => 0,
    results: [],
    onError,
  };
}

const NOBODY = unrestricted('none');

const NO_LABELS: ReadonlySet<string> = new Set();

/** Notes an error that is part of an answer. */
function noteError(request: FastifyRequest, reply: FastifyReply, error: unknown): void {
  const { code, headers } = presentable(error);
  request.errorCode = code;
  const retryAfter = headers['Retry-After'];
  if (retryAfter !== undefined) reply.header('Retry-After', retryAfter);
  if (isFault(error)) request.log.error({ err: error, code }, 'failed');
}

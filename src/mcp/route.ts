import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Served } from '../execution/served.ts';
import { callerIn } from '../request/caller.ts';
import { wantsRedaction } from '../request/headers.ts';
import { jobLabelsOf } from '../request/job-labels.ts';
import { RequestMoment } from '../request/request-signal.ts';
import { settingsIn } from '../request/settings.ts';
import { queryOf } from '../request/target.ts';
import { isFault, presentable } from '../server/errors/problem.ts';
import { sendHandlerAnswer } from '../server/handler-answer.ts';
import { addServerTiming, beginRun } from '../server/run-record.ts';
import { HttpExchanges } from './http-exchange.ts';
import { readMessage, takeJsonBodies } from './message.ts';
import { type Authorization, addProtectedResource, challengeOf } from './protected-resource.ts';
import { type ContextOf, createProtocolServer, type MessageContext } from './protocol.ts';
import { checkSource, type ServiceAddress } from './source-check.ts';
import { readToolSettings, type ToolSettings } from './tool-settings.ts';
import type { PriceOf } from './tools/tool.ts';

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
  /** Makes the server that answers a message. @default createProtocolServer */
  readonly createServer?: CreateServer;
}

/** Makes the server that answers one message. */
export type CreateServer = (
  contextOf: ContextOf,
  message: Readonly<Record<string, unknown>>,
) => ReturnType<typeof createProtocolServer>;

export const MCP_PATH = '/mcp';

/** `POST /mcp`: endpoints as tools, by the Model Context Protocol without sessions. */
export function mcpRoute(options: McpRouteOptions): FastifyPluginAsync {
  return async (app) => {
    takeJsonBodies(app);
    const exchanges = new HttpExchanges();
    app.addHook('onClose', () => exchanges.close());
    const { address = {}, authorization } = options;
    if (authorization) addProtectedResource(app, authorization);
    app.post(MCP_PATH, {
      config: authorization ? { challenge: challengeOf(authorization) } : {},
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
  const { createServer = createProtocolServer } = options;
  const settings = readToolSettings(queryOf(request));
  const read = readMessage(request.body);
  if (read.fault) {
    const { code, message, status } = read.fault;
    const body = JSON.stringify({ jsonrpc: '2.0', id: read.id, error: { code, message } });
    return sendHandlerAnswer(reply, { status, headers: HEADERS, bytes: Buffer.from(body) });
  }
  const { message } = read;
  const context = contextOf(request, reply, options, settings);
  const answered = await exchanges.answer({
    headers: request.headers,
    message,
    context,
    createServer: () => createServer(() => context, message),
  });
  const { record, results } = context;
  if (record && results.length > 0) {
    addServerTiming(reply, record.finish(results, performance.now()));
  }
  return sendHandlerAnswer(reply, { ...answered, headers: HEADERS });
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

const NO_LABELS: ReadonlySet<string> = new Set();

/** Notes an error that is part of an answer. */
function noteError(request: FastifyRequest, reply: FastifyReply, error: unknown): void {
  const { code, headers } = presentable(error);
  request.errorCode = code;
  const retryAfter = headers['Retry-After'];
  if (retryAfter !== undefined) reply.header('Retry-After', retryAfter);
  if (isFault(error)) request.log.error({ err: error, code }, 'failed');
}

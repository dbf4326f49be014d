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
import { createProtocolServer, type ProtocolOptions } from './protocol.ts';
import { checkSource, type ServiceAddress } from './source-check.ts';
import { readToolSettings } from './tool-settings.ts';
import type { PriceOf, ToolContext } from './tools/tool.ts';

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
  options: ProtocolOptions,
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
  const { listed, maxChars } = readToolSettings(queryOf(request));
  const context = contextOf(request, reply, { ...options, maxChars });
  const read = readMessage(request.body);
  if (read.fault) {
    const { code, message, status } = read.fault;
    const body = JSON.stringify({ jsonrpc: '2.0', id: read.id, error: { code, message } });
    return sendHandlerAnswer(reply, { status, headers: HEADERS, bytes: Buffer.from(body) });
  }
  const onError: ProtocolOptions['onError'] = (error) => noteError(request, reply, error);
  const response = await exchanges.answer({
    request: webRequest(request),
    message: read.message,
    createServer: () => createServer({ contextOf: () => context, listed, onError }, read.message),
  });
  const { record, results } = context;
  const bytes = response.body ? Buffer.from(await response.arrayBuffer()) : undefined;
  if (record && results.length > 0) {
    addServerTiming(reply, record.finish(results, performance.now()));
  }
  return sendHandlerAnswer(reply, { status: response.status, headers: HEADERS, bytes });
}

const HEADERS = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };

function contextOf(
  request: FastifyRequest,
  reply: FastifyReply,
  {
    clock,
    jobLabels = NO_LABELS,
    priceOf = () => 0,
    maxChars,
    served,
  }: McpRouteOptions & { readonly maxChars: number },
): ToolContext {
  const { registry, runner } = served();
  return {
    registry: registry.withAliases(settingsIn(request).aliases),
    runner,
    caller: callerIn(request),
    redact: wantsRedaction(request.headers),
    labels: jobLabelsOf(request.headers, jobLabels),
    maxChars,
    run: new RequestMoment(clock(), request, reply),
    admit: request.chargeOnMiss,
    record: beginRun(request, 'mcp'),
    priceOf,
    results: [],
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

/** The request as the protocol's library takes it; the host is a placeholder. */
function webRequest({ headers, mediaType }: FastifyRequest): Request {
  const own = new Headers();
  for (const name of PROTOCOL_HEADERS) {
    const value = headers[name];
    if (typeof value === 'string') own.set(name, value);
  }
  own.set('content-type', mediaType ?? 'application/json');
  return new Request('http://fieldstone/mcp', { method: 'POST', headers: own });
}

const PROTOCOL_HEADERS = ['accept', 'mcp-method', 'mcp-name', 'mcp-protocol-version'];

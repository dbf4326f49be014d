import { randomUUID } from 'node:crypto';
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import compress from '@fastify/compress';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyPluginAsync,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Logger } from 'pino';
import { ClientErrors } from './errors/client-error.ts';
import { codedText } from './errors/coded-text.ts';
import { toGraphqlError } from './errors/graphql-error.ts';
import { presentable, toProblem } from './errors/problem.ts';
import { sendHandlerAnswer } from './handler-answer.ts';
import { addVary } from './hooks/allowed-origin.ts';
import { authenticate } from './hooks/authentication.ts';
import { COMPRESSION } from './hooks/compression.ts';
import { addCors, addCorsHeaders } from './hooks/cors.ts';
import { KnownPaths } from './hooks/known-paths.ts';
import { LIMITS, type Limits } from './hooks/limits.ts';
import { Microcache } from './hooks/microcache.ts';
import { RateLimits } from './hooks/rate-limit.ts';
import { addServerTiming } from './hooks/server-timing.ts';
import { addTracing, type RequestTracing } from './hooks/tracing.ts';
import { ConnectionLimit } from './lifecycle/connection-limit.ts';
import { Connections } from './lifecycle/connections.ts';
import { addDraining, Draining } from './lifecycle/drain.ts';
import { type EngineState, healthRoute } from './lifecycle/health.ts';
import { addRequestLog, logRequest } from './logging/request-log.ts';
import { isGraphqlRequest, originForm } from './path-of.ts';
import type { RateLimiter } from './rate-limit/rate-limiter.ts';
import type { ServerSettings } from './settings.ts';

const NO_QUERY = Object.freeze({});

/** Options of `createServer`. */
export interface ServerOptions {
  /** Those in force; asked once at the start of each request. */
  readonly settings: () => ServerSettings;
  readonly log: Logger;
  /** Resolves with the engine's state once it can answer. */
  readonly checkReady: () => Promise<EngineState>;
  /** Whether cached results could be served during an outage. */
  readonly hasKeptResults?: () => boolean;
  /** Plugins that add the routes; their handlers see `request.caller` and throw errors meant for the client. */
  readonly routes: readonly FastifyPluginAsync[];
  /** Counts requests for the limits of the settings. @default nothing is limited */
  readonly limiter?: RateLimiter;
  /** Addresses and networks of proxies whose `X-Forwarded-For` is trusted, separated by commas. @default none */
  readonly trustProxy?: string | undefined;
  /** Called once a request is answered. */
  readonly onAnswered?: (request: FastifyRequest, reply: FastifyReply) => void;
  /** Called instead if the client left before. */
  readonly onLeft?: (request: FastifyRequest) => void;
  /** Whether `api_key` in the query string is read. @default false */
  readonly allowsKeyInUrl?: boolean;
  /** Microseconds since the epoch. @default the system's clock */
  readonly clock?: () => bigint;
  /** Whether finished answers are kept for up to a second (microcache). @default true */
  readonly keepsAnswers?: boolean;
  /** Begins when the service is told to stop. @default begins with `close` */
  readonly draining?: Draining;
  /** @default LIMITS */
  readonly limits?: Limits;
  /** Follows each request. @default none is followed */
  readonly tracing?: RequestTracing | undefined;
}

/** Creates the HTTP server with its routes, ready to listen. */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const {
    settings,
    checkReady,
    hasKeptResults,
    draining = new Draining(),
    limits = LIMITS,
  } = options;
  const { clock = () => BigInt(Date.now()) * 1_000n, keepsAnswers = true } = options;
  const app = createFastify(options, limits);
  const paths = new KnownPaths();
  paths.watch(app);
  const connectionLimit = new ConnectionLimit(app.server, app.connections, limits.maxConnections);
  limitStalledAnswers(app.server, limits);
  addDraining(app, draining);
  // First, so that everything else is part of a request's trace.
  addTracing(app, options.tracing);
  const { onAnswered = () => {}, onLeft = () => {} } = options;
  addRequestLog(app, { onAnswered, onLeft });

  app.decorateRequest('settings', null);
  app.decorateRequest('caller', null);
  app.decorateRequest('takeForRun', undefined);
  app.decorateRequest('bodyBytes', null);
  app.decorateRequest('ran', null);
  app.decorateRequest('errorCode', undefined);
  app.decorate('microcache', keepsAnswers ? new Microcache(clock, settings) : undefined);
  // Synchronous hooks use `done`: a promise per hook would cost more than the hook itself.
  app.addHook('onRequest', (request, reply, done) => {
    request.settings = settings();
    addStandardHeaders(request, reply);
    done();
  });
  // Before authentication, so that a browser can read a 401.
  await addCors(app, settings);
  await app.register(compress, COMPRESSION);
  app.addHook('onRequest', (request, _, done) => {
    connectionLimit.check(request);
    done();
  });
  const authentication = {
    paths,
    limits,
    allowsKeyInUrl: options.allowsKeyInUrl ?? false,
    rates: options.limiter && new RateLimits(options.limiter),
  };
  app.addHook('onRequest', (request, reply) => authenticate(request, reply, authentication));
  // After the body was read, because the cache key contains it.
  app.addHook('preHandler', (request, reply, done) => {
    const kept = app.microcache?.find(request);
    if (!kept) return done();
    request.ran = kept.ran ?? null;
    if (kept.ran) addServerTiming(reply, kept.ran.phases);
    sendHandlerAnswer(reply, kept.answer);
  });
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply));

  await app.register(healthRoute({ checkReady, hasKeptResults, draining }));
  for (const route of options.routes) await app.register(route);
  await app.ready();
  return app;
}

function createFastify(
  { settings, log, onAnswered, tracing, trustProxy }: ServerOptions,
  limits: Limits,
): FastifyInstance {
  // Typed as plugins expect it: pino's logger type would become part of the server's type.
  const loggerInstance: FastifyBaseLogger = log;
  const app: FastifyInstance = fastify({
    loggerInstance,
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'requestId',
    }),
    trustProxy: trustProxy ?? false,
    genReqId: () => randomUUID(),
    bodyLimit: limits.maxBodyBytes,
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    // While draining, requests on open connections are answered as usual.
    return503OnClosing: false,
    // Routes parse the query string themselves.
    routerOptions: { maxParamLength: limits.maxUrlBytes, querystringParser: () => NO_QUERY },
    rewriteUrl: ({ url = '/' }) => originForm(url),
    http: {
      maxHeaderSize: limits.maxHeaderBytes,
      headersTimeout: limits.headersTimeoutMs,
      connectionsCheckingInterval: limits.checkIntervalMs,
      // Node's own answer has no body; `authenticate` checks the header.
      requireHostHeader: false,
    },
    frameworkErrors: (error, request, reply) => {
      // These occur before routing, so none of our hooks run.
      tracing?.begin(request, reply, () => {});
      addStandardHeaders(request, reply);
      addCorsHeaders(request, reply, settings().corsOrigins);
      sendError(error, request, reply);
      logRequest(request, reply);
      onAnswered?.(request, reply);
    },
    clientErrorHandler: (error, socket) => {
      const refusal = clientErrors.answer(error, socket as Socket);
      if (refusal) app.log.info({ status: refusal.status, code: error.code }, 'refused bytes');
    },
  });
  const connections = new Connections(app.server);
  const clientErrors = new ClientErrors(app.server, connections);
  app.decorate('connections', connections);
  return app;
}

/** Closes the connection of a client that stops reading a fully written answer. */
function limitStalledAnswers(server: Server, { stalledAnswerMs }: Limits): void {
  server.on('request', (_, response: ServerResponse) => {
    // A socket that has sent some of its bytes since they were written gets the time twice.
    response.once('prefinish', () => response.socket?.setTimeout(stalledAnswerMs / 2));
  });
}

function addStandardHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('X-Request-Id', request.id).header('X-Content-Type-Options', 'nosniff');
}

function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const { code, status } = presentable(error);
  request.errorCode = code;
  // A disconnected client is no error; rejections under overload are not worth a stack trace in the log.
  const isFault = status >= 500 && code !== 'OVERLOADED';
  if (isFault && !reply.raw.destroyed) request.log.error({ err: error, code }, 'failed');
  const ids = { requestId: request.id, traceId: request.traceId };
  const problem = isGraphqlRequest(request)
    ? toGraphqlError(error, ids, request.headers.accept)
    : toProblem(error, ids);
  if (leavesBodyUnread(request)) reply.header('Connection', 'close');
  // Fastify closes the connection for every body over its limit.
  else if (problem.status === 413) reply.removeHeader('Connection');
  const { coding, payload } = codedText(
    problem.body,
    request.headers['accept-encoding']?.toString(),
  );
  reply.code(problem.status).headers(problem.headers);
  if (coding !== 'identity') {
    reply.header('Content-Encoding', coding);
    addVary(reply, 'Accept-Encoding');
  }
  reply.send(payload);
}

/**
 * Bytes of a refused body that Node reads and discards: a connection that is closed while the client writes is reset, and
 * the client may lose the answer.
 */
const MAX_DISCARDED_BYTES = 16e6;

/** Whether the client is still sending a body larger than Node should read and discard. */
function leavesBodyUnread({ raw }: FastifyRequest): boolean {
  if (raw.complete) return false;
  // Without either header there is no body, although Node sets `complete` only after the hooks.
  if (raw.headers['transfer-encoding'] !== undefined) return true;
  return Number(raw.headers['content-length'] ?? 0) > MAX_DISCARDED_BYTES;
}

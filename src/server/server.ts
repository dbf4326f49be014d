import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { systemClock } from '../async/system-clock.ts';
import type { RateLimiter } from '../request/rate-limiter.ts';
import type { ServerSettings } from '../request/settings.ts';
import { addCompression } from './compression.ts';
import { createFastify } from './create-fastify.ts';
import { sendError } from './errors/send-error.ts';
import { addJointWrites, sendHandlerAnswer } from './handler-answer.ts';
import { authenticate } from './hooks/authentication.ts';
import { addCors, addCorsHeaders } from './hooks/cors.ts';
import { LIMITS, type Limits } from './hooks/limits.ts';
import { Microcache, noteCached } from './hooks/microcache.ts';
import { RateLimits } from './hooks/rate-limit.ts';
import { RoutePaths } from './hooks/route-paths.ts';
import { addTracing, type RequestTracing } from './hooks/tracing.ts';
import { addDraining, Draining } from './lifecycle/drain.ts';
import { type EngineState, healthRoute } from './lifecycle/health.ts';
import { addRequestLog, logRequest } from './logging/request-log.ts';

/** Options of `createServer`. */
export interface ServerOptions {
  /** Those in force; read once at the start of each request. */
  readonly settings: () => ServerSettings;
  readonly log: Logger;
  /** Resolves with the engine's state once it can answer. */
  readonly checkReady: () => Promise<EngineState>;
  /** Whether cached results could be served during an outage. */
  readonly hasCachedResults?: () => boolean;
  /** Whether the identity provider can be read; undefined without one. */
  readonly isProviderRead?: () => boolean | undefined;
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
  /** Changes with what is served and with the data of the engine. @default neither ever changes */
  readonly dataVersion?: () => number | string | undefined;
  /** Whether finished answers are cached for up to a second (microcache). @default true */
  readonly usesMicrocache?: boolean;
  /** Begins when the service is told to stop. @default begins with `close` */
  readonly draining?: Draining;
  /** @default LIMITS */
  readonly limits?: Limits;
  /** Follows each request. @default none is followed */
  readonly tracing?: RequestTracing | undefined;
}

/** Creates the HTTP server with its routes, ready to listen. */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const { draining = new Draining(), limits = LIMITS } = options;
  const app = createFastify({
    log: options.log,
    limits,
    trustProxy: options.trustProxy,
    refuseUnrouted: (error, request, reply) => refuseUnrouted(error, request, reply, options),
  });
  decorate(app, options);
  addJointWrites(app);
  addCompression(app);
  // Last: an answer that has waited must still say that its connection closes.
  addDraining(app, draining);
  await addHooks(app, limits, options);
  app.setErrorHandler(sendError);
  await app.register(healthRoute({ ...options, draining }));
  for (const route of options.routes) await app.register(route);
  await app.ready();
  return app;
}

function decorate(app: FastifyInstance, { clock = systemClock, ...options }: ServerOptions): void {
  const { dataVersion = () => undefined, usesMicrocache = true, settings } = options;
  const microcache = usesMicrocache ? new Microcache(clock, settings, dataVersion) : undefined;
  app.decorate('microcache', microcache);
  app.decorateRequest('settings', null);
  app.decorateRequest('caller', null);
  app.decorateRequest('chargeOnMiss', undefined);
  app.decorateRequest('bodyBytes', null);
  app.decorateRequest('microcacheKey', undefined);
  app.decorateRequest('ran', null);
  app.decorateRequest('errorCode', undefined);
}

/** Adds the hooks in their order. Synchronous ones use `done`: a promise would cost more than the hook itself. */
async function addHooks(
  app: FastifyInstance,
  limits: Limits,
  options: ServerOptions,
): Promise<void> {
  const { settings, limiter, allowsKeyInUrl = false } = options;
  const { onAnswered = () => {}, onLeft = () => {} } = options;
  // First, so that everything else is part of a request's trace.
  addTracing(app, options.tracing);
  addRequestLog(app, { onAnswered, onLeft });
  app.addHook('onRequest', (request, reply, done) => {
    request.settings = settings();
    addStandardHeaders(request, reply);
    done();
  });
  const paths = new RoutePaths(app);
  // Before authentication, so that a browser can read a 401.
  await addCors(app, settings);
  const rates = limiter && new RateLimits(limiter);
  const authentication = { paths, limits, allowsKeyInUrl, rates };
  app.addHook('onRequest', (request, reply, done) => {
    const verifying = authenticate(request, reply, authentication);
    if (verifying === undefined) done();
    return verifying;
  });
  // After the body was read, because the cache key contains it.
  app.addHook('preHandler', (request, reply, done) => {
    if (request.routeOptions.config.microcache === 'parts') return done();
    const cached = app.microcache?.find(request);
    if (!cached) return done();
    noteCached(request, reply, cached);
    sendHandlerAnswer(reply, cached.answer);
  });
}

/** Answers a request that Fastify refuses before routing, with what hooks would have added. */
function refuseUnrouted(
  error: Error,
  request: FastifyRequest,
  reply: FastifyReply,
  { onAnswered, settings, tracing }: ServerOptions,
): void {
  tracing?.begin(request, reply, () => {});
  addStandardHeaders(request, reply);
  addCorsHeaders(request, reply, settings());
  sendError(error, request, reply);
  logRequest(request, reply);
  onAnswered?.(request, reply);
}

function addStandardHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff');
}

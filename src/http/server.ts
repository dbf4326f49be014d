import { randomUUID } from 'node:crypto';
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import cors from '@fastify/cors';
import fastify, {
  type FastifyInstance,
  type FastifyPluginAsync,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Authenticator } from '../access/key-store.ts';
import { ClientErrors } from './client-error.ts';
import { corsOptions } from './cors.ts';
import { addDraining } from './drain.ts';
import { passGate } from './gate.ts';
import { healthDoor } from './health.ts';
import { KnownPaths } from './known-paths.ts';
import { LIMITS, type Limits } from './limits.ts';
import { createLogStream } from './log-stream.ts';
import { logTime } from './log-time.ts';
import { originForm } from './path-of.ts';
import { presentable, toProblem } from './problem.ts';
import { addRequestLog, logRequest } from './request-log.ts';

const NO_QUERY = Object.freeze({});

/** What `createServer` puts together. */
export interface ServerOptions {
  readonly corsOrigins: readonly string[];
  readonly logLevel: string;
  readonly keys: Authenticator;
  /** Resolves when the engine can answer. */
  readonly checkReady: () => Promise<void>;
  /** What adds the routes; each sees `request.caller` and throws what the client should see. */
  readonly doors: readonly FastifyPluginAsync[];
  /** Takes the log's lines. @default standard output */
  readonly logStream?: { write(line: string): void };
  /** @default LIMITS */
  readonly limits?: Limits;
}

/** The HTTP server with its doors, ready to listen. */
export async function createServer(asked: ServerOptions): Promise<FastifyInstance> {
  const { keys, limits = LIMITS, logStream = createLogStream() } = asked;
  const options = { ...asked, logStream };
  const clientErrors = new ClientErrors(randomUUID);
  const app = createFastify(options, limits, clientErrors);
  const paths = new KnownPaths();
  paths.watch(app);
  clientErrors.watch(app.server);
  limitConnections(app.server, limits);
  limitStalledAnswers(app.server, limits);
  addDraining(app);
  addRequestLog(app);

  app.decorateRequest('caller', null);
  // Hooks that wait for nothing take `done`: a promise for each of them would cost more than what they do.
  app.addHook('onRequest', (request, reply, done) => {
    addStandardHeaders(request, reply);
    done();
  });
  // Before the gate, so that a browser can read why it was refused.
  await app.register(cors, corsOptions(options.corsOrigins));
  const gate = { keys, paths, limits };
  app.addHook('onRequest', (request, _, done) => {
    passGate(request, gate);
    done();
  });
  app.setErrorHandler((error, request, reply) => sendProblem(error, request, reply));

  await app.register(healthDoor(options.checkReady));
  for (const door of options.doors) await app.register(door);
  await app.ready();
  return app;
}

function createFastify(
  { logLevel, logStream }: ServerOptions & Required<Pick<ServerOptions, 'logStream'>>,
  limits: Limits,
  clientErrors: ClientErrors,
): FastifyInstance {
  const app: FastifyInstance = fastify({
    logger: {
      level: logLevel,
      base: null,
      timestamp: logTime,
      formatters: { level: (label) => ({ level: label }) },
      stream: logStream,
    },
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'requestId',
    }),
    genReqId: () => randomUUID(),
    bodyLimit: limits.maxBodyBytes,
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    // A request that comes in on an open connection while the server drains is answered like any other.
    return503OnClosing: false,
    // Doors read the query string themselves, each by its own rules.
    routerOptions: { maxParamLength: limits.maxUrlBytes, querystringParser: () => NO_QUERY },
    rewriteUrl: ({ url = '/' }) => originForm(url),
    http: {
      maxHeaderSize: limits.maxHeaderBytes,
      headersTimeout: limits.headersTimeoutMs,
      connectionsCheckingInterval: limits.checkIntervalMs,
      // Node's own answer has no body; the gate's has.
      requireHostHeader: false,
    },
    frameworkErrors: (error, request, reply) => {
      // These come before routing, so no hook of ours runs for them.
      addStandardHeaders(request, reply);
      sendProblem(error, request, reply);
      logRequest(request, reply);
    },
    clientErrorHandler: (error, socket) => {
      const refusal = clientErrors.answer(error, socket as Socket);
      if (refusal) app.log.info({ status: refusal.status, code: error.code }, 'refused bytes');
    },
  });
  return app;
}

/** Closes idle connections first when `maxConnections` is reached. */
function limitConnections(server: Server, { maxConnections }: Limits): void {
  server.maxConnections = maxConnections;
  server.on('drop', () => server.closeIdleConnections());
}

/** Closes the connection of a client that stops reading an answer which was written whole. */
function limitStalledAnswers(server: Server, { stalledAnswerMs }: Limits): void {
  server.on('request', (_, response: ServerResponse) => {
    response.once('prefinish', () => response.socket?.setTimeout(stalledAnswerMs));
  });
}

function addStandardHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('X-Request-Id', request.id).header('X-Content-Type-Options', 'nosniff');
}

function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const { code, status } = presentable(error);
  // Whoever left cannot be answered, and is no fault.
  if (status >= 500 && !reply.raw.destroyed) request.log.error({ err: error, code }, 'failed');
  const problem = toProblem(error, request.id);
  if (leavesBodyUnread(request)) reply.header('Connection', 'close');
  reply.code(problem.status).headers(problem.headers).send(problem.body);
}

/** Whether the client is still to send more than Node should read and throw away. */
function leavesBodyUnread({ raw }: FastifyRequest): boolean {
  if (raw.complete) return false;
  const length = Number(raw.headers['content-length'] ?? Number.NaN);
  return !(length <= LIMITS.maxBodyBytes);
}

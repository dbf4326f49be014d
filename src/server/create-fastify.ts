import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Logger } from 'pino';
import { originForm } from '../request/target.ts';
import { answerClientError, refuseExpectation } from './errors/client-error.ts';
import type { Limits } from './hooks/limits.ts';
import { Connections } from './lifecycle/connections.ts';

const NO_QUERY = Object.freeze({});

/** Options of `createFastify`. */
export interface FastifyOptions {
  readonly log: Logger;
  readonly limits: Limits;
  /** Addresses and networks of proxies whose `X-Forwarded-For` is trusted, separated by commas; undefined: none. */
  readonly trustProxy: string | undefined;
  /** Answers a request that Fastify refuses before routing; no hook runs for it. */
  readonly refuseUnrouted: (error: Error, request: FastifyRequest, reply: FastifyReply) => void;
}

/** Creates a Fastify instance with its limits, but without hooks and routes. */
export function createFastify(options: FastifyOptions): FastifyInstance {
  const { limits, log, refuseUnrouted, trustProxy } = options;
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
    frameworkErrors: (error, request, reply) => refuseUnrouted(error, request, reply),
    clientErrorHandler: (error, socket) => {
      const refusal = answerClientError(error, socket as Socket, connections);
      if (refusal) log.info({ status: refusal.status, code: error.code }, 'refused bytes');
    },
  });
  const connections = new Connections(app.server);
  app.server.on('checkExpectation', (_, response) => refuseExpectation(response));
  app.decorate('connections', connections);
  limitConnections(app, limits);
  closeStalledConnections(app, limits);
  return app;
}

/** Drops connections beyond the limit; idle ones are then closed, to make room for the next. */
function limitConnections({ server }: FastifyInstance, { maxConnections }: Limits): void {
  server.maxConnections = maxConnections;
  server.on('drop', () => server.closeIdleConnections());
}

/** Closes the connection of a client that stops reading a fully written answer. */
function closeStalledConnections({ server }: FastifyInstance, { stalledAnswerMs }: Limits): void {
  // One function for all responses: it runs at most once for each, when all of an answer was written.
  function watch(this: ServerResponse): void {
    // Nothing waits for the client if the system has taken all bytes at once, as it does with most answers.
    if (!this.socket?.writableLength) return;
    // A socket that has sent some of its bytes since they were written gets the time twice.
    this.socket.setTimeout(stalledAnswerMs / 2);
  }
  server.on('request', (_, response) => response.on('prefinish', watch));
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** Undefined if requests are not traced. */
    traceId: string | undefined;
  }
}

/** Traces requests, which then have a `traceId`. */
export interface RequestTracing {
  /** Begins the trace of a request: `next`, and all that it starts, is part of it. */
  begin(request: FastifyRequest, reply: FastifyReply, next: () => void): void;
  /** Makes `next` part of the trace of a request. */
  resume(request: FastifyRequest, next: () => void): void;
}

/** Adds the hooks for tracing; without it, only the property `traceId`. */
export function addTracing(app: FastifyInstance, tracing: RequestTracing | undefined): void {
  app.decorateRequest('traceId', undefined);
  if (!tracing) return;
  app.addHook('onRequest', (request, reply, done) => tracing.begin(request, reply, done));
  // The events of a body come from the socket, which belongs to no request.
  app.addHook('preHandler', (request, _, done) => tracing.resume(request, done));
}

import {
  type Context,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { STATUS } from '../errors.ts';
import type { RequestTracing } from '../server/hooks/tracing.ts';
import { loggablePath } from '../server/logging/request-log.ts';
import type { RunRecord } from '../server/run-record.ts';
import { ATTRIBUTES, failWith } from './spans.ts';

/** A span for each request, as a child of the one that `traceparent` names. */
export class RequestSpans implements RequestTracing {
  readonly #tracer: Tracer;
  readonly #contexts = new WeakMap<FastifyRequest, Context>();

  constructor(tracer: Tracer) {
    this.#tracer = tracer;
  }

  begin(request: FastifyRequest, reply: FastifyReply, next: () => void): void {
    const parent = propagation.extract(ROOT_CONTEXT, request.headers);
    const { method, protocol } = request;
    const route = request.is404 ? undefined : request.routeOptions.url;
    const span = this.#tracer.startSpan(
      route === undefined ? method : `${method} ${route}`,
      {
        kind: SpanKind.SERVER,
        attributes: {
          [ATTRIBUTES.method]: method,
          [ATTRIBUTES.scheme]: protocol,
          ...(route !== undefined && { [ATTRIBUTES.route]: route }),
        },
      },
      parent,
    );
    const { traceId } = span.spanContext();
    request.traceId = traceId;
    request.log = reply.log = request.log.child({ traceId });
    const inside = trace.setSpan(parent, span);
    this.#contexts.set(request, inside);
    // Also where the client leaves before its answer is complete.
    reply.raw.once('close', () => this.#end(request, reply, span, inside));
    context.with(inside, next);
  }

  resume(request: FastifyRequest, next: () => void): void {
    context.with(this.#contexts.get(request) ?? context.active(), next);
  }

  #end(request: FastifyRequest, reply: FastifyReply, span: Span, inside: Context): void {
    const { caller, errorCode, ran } = request;
    if (ran?.encoding) this.#addEncoding(ran.encoding, inside);
    if (caller) span.setAttribute(ATTRIBUTES.keyId, caller.keyId);
    if (ran) addRun(span, ran);
    if (errorCode !== undefined) span.setAttribute(ATTRIBUTES.code, errorCode);
    const hasLeft = request.raw.socket.destroyed && !reply.raw.writableFinished;
    if (hasLeft) failWith(span, 'ABORTED');
    else addAnswer(span, request, reply.statusCode);
    span.end();
  }

  #addEncoding({ startedAt, endedAt }: NonNullable<RunRecord['encoding']>, inside: Context): void {
    const isStreamed = endedAt === undefined;
    const attributes = { [ATTRIBUTES.isStreamed]: isStreamed };
    this.#tracer
      .startSpan('encode', { startTime: startedAt, attributes }, inside)
      .end(endedAt ?? performance.now());
  }
}

function addRun(span: Span, { endpoints, operation, results, via, cacheStatus }: RunRecord): void {
  span.setAttribute(ATTRIBUTES.interface, via);
  if (endpoints.size > 0) span.setAttribute(ATTRIBUTES.endpoint, [...endpoints].join());
  if (operation?.name !== undefined) span.setAttribute(ATTRIBUTES.operationName, operation.name);
  if (cacheStatus === undefined) return;
  span.setAttributes({
    [ATTRIBUTES.cacheStatus]: cacheStatus,
    [ATTRIBUTES.rows]: results.reduce((sum, { rowCount }) => sum + rowCount, 0),
    [ATTRIBUTES.bytesBilled]: results.reduce((sum, { bytesBilled }) => sum + bytesBilled, 0),
  });
}

/** The path of a refused request may be anything; a caller's mistake is no fault of the span (HTTP conventions). */
function addAnswer(span: Span, request: FastifyRequest, status: number): void {
  const { errorCode } = request;
  span.setAttribute(ATTRIBUTES.status, status);
  if (status < 400) span.setAttribute(ATTRIBUTES.path, loggablePath(request));
  // A GraphQL answer with errors may be 200.
  if (status >= 500 || isFault(errorCode)) failWith(span, errorCode ?? String(status));
}

function isFault(code: string | undefined): boolean {
  return (
    code !== undefined && Object.hasOwn(STATUS, code) && STATUS[code as keyof typeof STATUS] >= 500
  );
}

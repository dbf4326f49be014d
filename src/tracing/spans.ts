import { context, type Span, SpanStatusCode, trace } from '@opentelemetry/api';
import { FieldstoneError } from '../errors.ts';

/**
 * The names of span attributes: OpenTelemetry's semantic conventions where they have one. Values come from our own
 * declarations, counts and ids, never from an argument, a statement, a key or the name of a table.
 */
export const ATTRIBUTES = {
  method: 'http.request.method',
  route: 'http.route',
  path: 'url.path',
  scheme: 'url.scheme',
  status: 'http.response.status_code',
  errorType: 'error.type',
  operationName: 'graphql.operation.name',
  database: 'db.system.name',
  returnedRows: 'db.response.returned_rows',
  interface: 'fieldstone.interface',
  endpoint: 'fieldstone.endpoint',
  /** `stored`, `view` or `sandbox`. */
  query: 'fieldstone.query',
  keyId: 'fieldstone.key_id',
  /** The stable code of an error, also of one that is the caller's and so no fault of the span. */
  code: 'fieldstone.code',
  cacheStatus: 'fieldstone.cache_status',
  rows: 'fieldstone.rows',
  bytesBilled: 'fieldstone.bytes_billed',
  jobId: 'fieldstone.job_id',
  isStreamed: 'fieldstone.streamed',
} as const;

/** Marks a span as failed. Of an error it shows the code alone: messages may quote SQL and values. */
export function failWith(span: Span, code: string): void {
  span.setStatus({ code: SpanStatusCode.ERROR, message: code });
  span.setAttribute(ATTRIBUTES.errorType, code);
}

/** Ends a span as failed. */
export function endFailed(span: Span, error: unknown): void {
  failWith(span, codeOf(error));
  span.end();
}

function codeOf(error: unknown): string {
  if (error instanceof FieldstoneError) return error.code;
  const isAbort = error instanceof DOMException && error.name === 'AbortError';
  return isAbort ? 'ABORTED' : 'INTERNAL';
}

/**
 * Does work within a span, which ends with it; `onDone` adds what is known of the result. What is returned or thrown is
 * the work's own, and a synchronous result stays synchronous.
 */
export function within<Result>(
  span: Span,
  work: () => Result,
  onDone: (result: Awaited<Result>) => void,
): Result {
  const end = (result: Awaited<Result>) => {
    onDone(result);
    span.end();
  };
  try {
    const result = context.with(trace.setSpan(context.active(), span), work);
    if (result instanceof Promise) result.then(end, (error) => endFailed(span, error));
    else end(result as Awaited<Result>);
    return result;
  } catch (error) {
    endFailed(span, error);
    throw error;
  }
}

import { context, type Span, SpanStatusCode, trace } from '@opentelemetry/api';
import { FieldstoneError } from '../errors.ts';
import { ATTRIBUTES } from './attributes.ts';

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

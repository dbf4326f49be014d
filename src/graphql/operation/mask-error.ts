import { GraphQLError } from 'graphql';
import { FieldstoneError } from '../../errors.ts';

/** Called with what must not reach the client. */
export type ReportError = (error: unknown) => void;

/**
 * Makes Yoga's mask: a `FieldstoneError` becomes an error with its code, graphql's own errors stay as they are, and
 * everything else is reported and hidden behind `INTERNAL`.
 */
export function createMaskError(report: ReportError): (error: unknown) => Error {
  return (error) => {
    if (!(error instanceof GraphQLError)) return located(error, undefined, report);
    const original = unwrap(error);
    // An error of graphql itself, a scalar's or the parser's, was written for the client.
    return original === undefined ? withCode(error) : located(original, error, report);
  };
}

function unwrap(error: GraphQLError): unknown {
  const { originalError } = error;
  return originalError instanceof GraphQLError ? unwrap(originalError) : originalError;
}

/** graphql gives a code only where Yoga or we did; a client should always find one. */
function withCode(error: GraphQLError): GraphQLError {
  if (error.extensions['code'] !== undefined) return error;
  return new GraphQLError(error.message, {
    ...(error.nodes && { nodes: error.nodes }),
    ...(error.source && { source: error.source }),
    ...(error.positions && { positions: error.positions }),
    ...(error.path && { path: error.path }),
    extensions: { ...error.extensions, code: 'BAD_USER_INPUT' },
  });
}

function located(
  original: unknown,
  at: GraphQLError | undefined,
  report: ReportError,
): GraphQLError {
  const place = { ...(at?.nodes && { nodes: at.nodes }), ...(at?.path && { path: at.path }) };
  if (original instanceof FieldstoneError) {
    if (original.status >= 500 && original.code !== 'OVERLOADED') report(original);
    const { code, headers } = original;
    const retryAfter = headers['Retry-After'] ?? headers['retry-after'];
    // Yoga takes `http` out of the answer's extensions, and makes headers of it.
    const http = retryAfter !== undefined && { http: { headers: { 'Retry-After': retryAfter } } };
    return new GraphQLError(original.message, { ...place, extensions: { code, ...http } });
  }
  if (!isDeparture(original)) report(original);
  return new GraphQLError('Something went wrong on our side', {
    ...place,
    extensions: { code: 'INTERNAL' },
  });
}

/** Whether this is what the request's signal rejects with: whoever left cannot be answered, and is no fault. */
function isDeparture(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

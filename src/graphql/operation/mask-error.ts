import { GraphQLError } from 'graphql';
import { FieldstoneError } from '../../errors.ts';

/** Called with errors that are hidden from the client. */
export type ReportError = (error: unknown) => void;

/**
 * Creates Yoga's `maskError`: a `FieldstoneError` becomes a GraphQL error with its code, graphql's own errors are
 * passed through, and everything else is reported and replaced by `INTERNAL`.
 */
export function createMaskError(report: ReportError): (error: unknown) => Error {
  return (error) => {
    if (!(error instanceof GraphQLError)) return locatedError(error, undefined, report);
    const original = rootCause(error);
    // An error of graphql itself, of a scalar or of the parser, whose message is meant for the client.
    return original === undefined ? withCode(error) : locatedError(original, error, report);
  };
}

function rootCause(error: GraphQLError): unknown {
  const { originalError } = error;
  return originalError instanceof GraphQLError ? rootCause(originalError) : originalError;
}

/** Adds a code to graphql's own errors, so that clients always find one. */
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

function locatedError(
  original: unknown,
  at: GraphQLError | undefined,
  report: ReportError,
): GraphQLError {
  const place = { ...(at?.nodes && { nodes: at.nodes }), ...(at?.path && { path: at.path }) };
  if (original instanceof FieldstoneError) {
    if (original.status >= 500 && original.code !== 'OVERLOADED') report(original);
    const { code, headers } = original;
    const retryAfter = headers['Retry-After'] ?? headers['retry-after'];
    // Yoga removes `http` from the extensions and sets the headers.
    const http = retryAfter !== undefined && { http: { headers: { 'Retry-After': retryAfter } } };
    return new GraphQLError(original.message, { ...place, extensions: { code, ...http } });
  }
  if (!isClientAbort(original)) report(original);
  return new GraphQLError('Something went wrong on our side', {
    ...place,
    extensions: { code: 'INTERNAL' },
  });
}

/** Whether this is an abort of the request's signal: the client has disconnected, which is no fault. */
function isClientAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

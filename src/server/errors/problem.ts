import { STATUS_CODES } from 'node:http';
import { type ErrorCode, FieldstoneError, type FieldstoneErrorOptions } from '../../errors.ts';
import { isClientAbort } from '../../request/request-signal.ts';

type Translation = readonly [ErrorCode, message: string, FieldstoneErrorOptions?];

/** Fastify's errors that clients cause, by its codes. */
const TRANSLATIONS: Readonly<Record<string, Translation>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['REQUEST_TOO_LARGE', 'The body is larger than 1 MiB'],
  FST_ERR_MAX_PARAM_LENGTH: ['REQUEST_TOO_LARGE', 'The URL is longer than 16 KiB', { status: 414 }],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    'UNSUPPORTED_MEDIA_TYPE',
    'The body must be application/json or application/x-www-form-urlencoded',
  ],
  FST_ERR_BAD_URL: ['BAD_USER_INPUT', 'The path is not valid percent-encoded UTF-8'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [
    'BAD_USER_INPUT',
    'The body does not have the length that was announced',
  ],
};

/** Maps Fastify's own errors to our codes; undefined for errors that the client did not cause. */
export function translateFastifyError(cause: unknown): FieldstoneError | undefined {
  if (!(cause instanceof Error)) return undefined;
  const { code = '', statusCode } = cause as { code?: string; statusCode?: number };
  const translation = Object.hasOwn(TRANSLATIONS, code) ? TRANSLATIONS[code] : undefined;
  // A body that ends early sets this status without a Fastify code.
  if (!translation && statusCode !== 400) return undefined;
  const [own, message, options] = translation ?? ['BAD_USER_INPUT', 'The request cannot be read'];
  return new FieldstoneError(own, message, { ...options, cause });
}

/** The media type of RFC 9457. */
const PROBLEM_TYPE = 'application/problem+json; charset=utf-8';

/** An error as an HTTP response. */
export interface Problem {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text. */
  readonly body: string;
}

/** What a client quotes of a request that failed. */
export interface RequestIds {
  readonly requestId: string;
  /** Undefined for a request that is not traced. */
  readonly traceId?: string | undefined;
}

/** Google's canonical status and reason for each code, as clients of BigQuery's API expect them. */
const GOOGLE_ERRORS: Readonly<Record<ErrorCode, readonly [status: string, reason: string]>> = {
  BAD_USER_INPUT: ['INVALID_ARGUMENT', 'invalid'],
  SQL_INVALID: ['INVALID_ARGUMENT', 'invalidQuery'],
  UNAUTHENTICATED: ['UNAUTHENTICATED', 'authError'],
  FORBIDDEN: ['PERMISSION_DENIED', 'accessDenied'],
  ENDPOINT_NOT_FOUND: ['NOT_FOUND', 'notFound'],
  METHOD_NOT_ALLOWED: ['UNIMPLEMENTED', 'httpMethodNotAllowed'],
  NOT_ACCEPTABLE: ['INVALID_ARGUMENT', 'notAcceptable'],
  REQUEST_TOO_LARGE: ['OUT_OF_RANGE', 'requestTooLarge'],
  UNSUPPORTED_MEDIA_TYPE: ['INVALID_ARGUMENT', 'unsupportedMediaType'],
  COST_LIMIT_EXCEEDED: ['FAILED_PRECONDITION', 'bytesBilledLimitExceeded'],
  RATE_LIMITED: ['RESOURCE_EXHAUSTED', 'rateLimitExceeded'],
  INTERNAL: ['INTERNAL', 'internalError'],
  ENGINE_FAILED: ['INTERNAL', 'backendError'],
  ENGINE_UNAVAILABLE: ['UNAVAILABLE', 'backendError'],
  OVERLOADED: ['UNAVAILABLE', 'backendError'],
  QUERY_TIMEOUT: ['DEADLINE_EXCEEDED', 'timeout'],
};

/** The error that a client receives: itself if it is ours or Fastify's, otherwise `INTERNAL`. */
export function presentable(error: unknown): FieldstoneError {
  if (error instanceof FieldstoneError) return error;
  return (
    translateFastifyError(error) ??
    new FieldstoneError('INTERNAL', 'Something went wrong on our side', { cause: error })
  );
}

/** Whether an error is ours to look into: neither the client's, nor load, nor a client that has left. */
export function isFault(error: unknown): boolean {
  const { code, status } = presentable(error);
  return status >= 500 && code !== 'OVERLOADED' && !isClientAbort(error);
}

/** An error as `application/problem+json` (RFC 9457), with the member `error` that existing clients read. */
export function toProblem(error: unknown, { requestId, traceId }: RequestIds): Problem {
  const { code, status, headers, message } = presentable(error);
  const [googleStatus, reason] = GOOGLE_ERRORS[code];
  const body = {
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail: message,
    code,
    requestId,
    traceId,
    error: { code: status, message, status: googleStatus, errors: [{ reason, message }] },
  };
  return {
    status,
    headers: { 'Content-Type': PROBLEM_TYPE, 'Cache-Control': 'no-store', ...headers },
    body: JSON.stringify(body),
  };
}

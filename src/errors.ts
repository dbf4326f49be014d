/** Every error code that a client can receive, with its HTTP status on the REST path. */
export const STATUS = {
  BAD_USER_INPUT: 400,
  SQL_INVALID: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  ENDPOINT_NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  NOT_ACCEPTABLE: 406,
  REQUEST_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  COST_LIMIT_EXCEEDED: 422,
  RATE_LIMITED: 429,
  INTERNAL: 500,
  ENGINE_FAILED: 502,
  ENGINE_UNAVAILABLE: 503,
  OVERLOADED: 503,
  QUERY_TIMEOUT: 504,
} as const;

/** A stable error code. */
export type ErrorCode = keyof typeof STATUS;

/** Optional properties of a `FieldstoneError`. */
export interface FieldstoneErrorOptions extends ErrorOptions {
  /** The status if it differs from the code's: 414 and 431 for `REQUEST_TOO_LARGE`. */
  readonly status?: number;
  /** Response headers of the error: `Allow`, `Retry-After`, `WWW-Authenticate`. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** An error whose message is shown to the caller; all other errors are masked as `INTERNAL`. */
export class FieldstoneError extends Error {
  override name = 'FieldstoneError' as const;
  readonly code: ErrorCode;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, message: string, options: FieldstoneErrorOptions = {}) {
    super(message, options);
    this.code = code;
    this.status = options.status ?? STATUS[code];
    this.headers = options.headers ?? {};
  }
}

/** The error for an argument that a caller has sent, or has not; `problem` goes on after its name. */
export function badArgument(name: string, problem: string): FieldstoneError {
  return new FieldstoneError('BAD_USER_INPUT', `Argument "${name}" ${problem}`);
}

/** The message of whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

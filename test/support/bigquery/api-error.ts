/** An answer in the shape of BigQuery's errors: HTTP status, reason and message. */
export class ApiError extends Error {
  override name = 'ApiError' as const;
  readonly status: number;
  readonly reason: string;

  constructor(status: number, reason: string, message: string) {
    super(message);
    this.status = status;
    this.reason = reason;
  }

  /** What stands in a job's `errorResult`. */
  get proto(): { readonly reason: string; readonly message: string } {
    return { reason: this.reason, message: this.message };
  }

  /** The body of the HTTP answer. */
  get body(): object {
    const { message, reason, status } = this;
    return {
      error: {
        code: status,
        message,
        errors: [{ message, domain: 'global', reason }],
        status: STATUS_NAMES[status] ?? 'UNKNOWN',
      },
    };
  }
}

const STATUS_NAMES: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  409: 'ALREADY_EXISTS',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
};

/** A request that BigQuery refuses before it looks at the SQL. */
export function invalid(message: string): ApiError {
  return new ApiError(400, 'invalid', message);
}

/** SQL that BigQuery refuses, when it is checked or while it runs. */
export function invalidQuery(message: string): ApiError {
  return new ApiError(400, 'invalidQuery', message);
}

/** Something that does not exist, or not in the asked location. */
export function notFound(what: string): ApiError {
  return new ApiError(404, 'notFound', `Not found: ${what}`);
}

/** Something that exists already. */
export function duplicate(what: string): ApiError {
  return new ApiError(409, 'duplicate', `Already Exists: ${what}`);
}

interface ErrorDetails extends ErrorOptions {
  readonly status?: number;
  readonly retryAfterMs?: number | undefined;
}

/** A failed call to BigQuery with BigQuery's own message: for the log, never for callers. */
export class BigQueryError extends Error {
  override name = 'BigQueryError' as const;
  /** BigQuery's reason, or one of our own if there was no answer. */
  readonly reason: string;
  /** The HTTP status; 0 if there was no answer. */
  readonly status: number;
  /** `Retry-After` in milliseconds. */
  readonly retryAfterMs: number | undefined;

  constructor(reason: string, message: string, details: ErrorDetails = {}) {
    super(message, details);
    this.reason = reason;
    this.status = details.status ?? 0;
    this.retryAfterMs = details.retryAfterMs;
  }

  /** Wraps an error from elsewhere. */
  static from(reason: string, cause: unknown): BigQueryError {
    return new BigQueryError(reason, cause instanceof Error ? cause.message : String(cause), {
      cause,
    });
  }
}

/** The error of an inconsistent answer; such an answer is never decoded in part. */
export function badAnswer(message: string): BigQueryError {
  return new BigQueryError('badAnswer', message);
}

/** An error answer; a body that is not BigQuery's (a proxy's page) is classified by its status alone. */
export function errorAnswer(
  status: number,
  text: string,
  retryAfter?: string | null,
): BigQueryError {
  return described(status, errorMember(text), retryAfter);
}

/** Converts a rejection of Google's libraries: an error answer, no answer, or a truncated one. */
export function clientError(error: unknown): BigQueryError {
  if (error instanceof BigQueryError) return error;
  const { code, config, errors, message, response } = error as LibraryError;
  // Our own calls accept every status (`validateStatus`), so a rejection with a response is the token server's.
  if (config && response) return BigQueryError.from('credentials', error);
  if (typeof code === 'number') {
    return described(code, { errors, message }, response?.headers?.['retry-after']);
  }
  const isBroken =
    error instanceof SyntaxError ||
    /^(Invalid response|Premature|Unexpected)/.test(String(message));
  return BigQueryError.from(isBroken ? 'brokenAnswer' : 'unreachable', error);
}

interface ErrorMember {
  readonly message?: unknown;
  readonly errors?: unknown;
}

interface LibraryError extends ErrorMember {
  readonly code?: unknown;
  /** The request; set by the authentication library. */
  readonly config?: unknown;
  readonly response?: {
    readonly headers?: Readonly<Record<string, string>>;
  };
}

function described(
  status: number,
  { errors, message }: ErrorMember,
  retryAfter: string | null | undefined,
): BigQueryError {
  const { reason }: { readonly reason?: unknown } = Object(Array.isArray(errors) && errors[0]);
  const text = typeof message === 'string' ? message : `HTTP status ${status}`;
  const details = { status, retryAfterMs: delayOf(retryAfter) };
  return new BigQueryError(typeof reason === 'string' ? reason : '', text, details);
}

/** Parses `Retry-After`: seconds, or a date. */
function delayOf(text: string | null | undefined): number | undefined {
  if (!text) return undefined;
  const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - Date.now();
  return Number.isFinite(ms) && ms > 0 ? ms : undefined;
}

/** The `error` of a body; empty if it has none. */
function errorMember(text: string): ErrorMember {
  try {
    return Object(Object(JSON.parse(text)).error);
  } catch {
    return {};
  }
}

/** A failed call to BigQuery, in BigQuery's own words: for us and the log, never for callers. */
export class BigQueryError extends Error {
  override name = 'BigQueryError' as const;
  /** BigQuery's reason, or one of ours where there was no answer to take it from. */
  readonly reason: string;
  /** The HTTP status; 0 where there was none. */
  readonly status: number;

  constructor(reason: string, message: string, options: ErrorOptions & { status?: number } = {}) {
    super(message, options);
    this.reason = reason;
    this.status = options.status ?? 0;
  }

  /** An error for one that came from somewhere else. */
  static from(reason: string, cause: unknown): BigQueryError {
    return new BigQueryError(reason, cause instanceof Error ? cause.message : String(cause), {
      cause,
    });
  }
}

/** An answer that cannot be right: it is never decoded in part. */
export function badAnswer(message: string): BigQueryError {
  return new BigQueryError('badAnswer', message);
}

/** What an error answer says; a text that is none of BigQuery's (a proxy's page) is judged by its status alone. */
export function errorAnswer(status: number, text: string): BigQueryError {
  const error = errorMember(text);
  const first = Array.isArray(error?.errors) ? error.errors[0] : undefined;
  const reason = typeof first?.reason === 'string' ? first.reason : '';
  const message = typeof error?.message === 'string' ? error.message : `HTTP status ${status}`;
  return new BigQueryError(reason, message, { status });
}

interface ErrorMember {
  readonly message?: unknown;
  readonly errors?: readonly ({ readonly reason?: unknown } | null)[];
}

function errorMember(text: string): ErrorMember | undefined {
  try {
    const body: unknown = JSON.parse(text);
    const { error } = Object(body) as { error?: unknown };
    return typeof error === 'object' && error !== null ? error : undefined;
  } catch {
    return undefined;
  }
}

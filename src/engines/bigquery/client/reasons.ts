import type { BigQueryError } from './bigquery-error.ts';

/** What is retried after an error: the same request, a new job (once), or nothing. */
export type Retry = 'request' | 'job' | 'never';

/** The kind of failure for the caller; `errors.ts` has the messages. */
export type Outcome = 'unavailable' | 'quota' | 'failed' | 'data' | 'memory' | 'cost' | 'timeout';

/** How an error is handled. */
export interface Treatment {
  readonly retry: Retry;
  readonly outcome: Outcome;
}

const RETRY_REQUEST: Treatment = { retry: 'request', outcome: 'unavailable' };
const NEW_JOB: Treatment = { retry: 'job', outcome: 'unavailable' };
const FAILED: Treatment = { retry: 'never', outcome: 'failed' };
/** No request can succeed for a while, so the circuit breaker is held open. */
const QUOTA_EXHAUSTED: Treatment = { retry: 'never', outcome: 'quota' };

/**
 * Treatment by reason; the first five are our own reasons.
 *
 * @see https://cloud.google.com/bigquery/docs/error-messages
 */
const REASONS: Readonly<Record<string, Treatment>> = {
  /** No answer: connection refused or reset, timeout, unknown host. */
  unreachable: RETRY_REQUEST,
  /** No token could be obtained. */
  credentials: RETRY_REQUEST,
  /** An answer that was truncated or is not JSON; a retry may succeed. */
  brokenAnswer: { retry: 'request', outcome: 'failed' },
  /** An answer that contradicts the statement or itself. */
  badAnswer: FAILED,
  /** A job that failed transiently: requests for its rows will always fail. */
  jobFailed: NEW_JOB,
  rateLimitExceeded: RETRY_REQUEST,
  userRateLimitExceeded: RETRY_REQUEST,
  backendError: RETRY_REQUEST,
  internalError: RETRY_REQUEST,
  jobBackendError: NEW_JOB,
  jobInternalError: NEW_JOB,
  jobRateLimitExceeded: NEW_JOB,
  tableUnavailable: NEW_JOB,
  resourceInUse: NEW_JOB,
  quotaExceeded: QUOTA_EXHAUSTED,
  dailyLimitExceeded: QUOTA_EXHAUSTED,
  billingNotEnabled: QUOTA_EXHAUSTED,
  blocked: QUOTA_EXHAUSTED,
  invalidQuery: { retry: 'never', outcome: 'data' },
  bytesBilledLimitExceeded: { retry: 'never', outcome: 'cost' },
  billingTierLimitExceeded: { retry: 'never', outcome: 'cost' },
  resourcesExceeded: { retry: 'never', outcome: 'memory' },
  responseTooLarge: { retry: 'never', outcome: 'memory' },
  timeout: { retry: 'never', outcome: 'timeout' },
  /** Stopped by an administrator; at `jobTimeoutMs` no caller is waiting any more. */
  stopped: FAILED,
  accessDenied: FAILED,
  /** Submissions have no job id, so none is a duplicate; for `tables.insert` it means `exists`. */
  duplicate: FAILED,
  invalid: FAILED,
  invalidUser: FAILED,
  notFound: FAILED,
  notImplemented: FAILED,
  proxyAuthenticationRequired: FAILED,
};

/** Whether BigQuery refuses for a rate or another quota: fewer requests at once may be accepted. */
export function isQuotaError({ reason, status }: BigQueryError): boolean {
  return status === 429 || /rateLimitExceeded$/i.test(reason) || reason === 'quotaExceeded';
}

const TRANSIENT: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);

/** The treatment of an error by its reason, or by its status if the reason is unknown. */
export function treatmentOf({ reason, status }: BigQueryError): Treatment {
  const known = Object.hasOwn(REASONS, reason) ? REASONS[reason] : undefined;
  return known ?? (TRANSIENT.has(status) ? RETRY_REQUEST : FAILED);
}

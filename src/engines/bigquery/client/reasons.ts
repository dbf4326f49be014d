import type { BigQueryError } from './bigquery-error.ts';

/** What is sent again after an error: the same request, a new job (once), or nothing. */
export type Retry = 'request' | 'job' | 'never';

/** What an error means to the caller; `errors.ts` has the words. */
export type Outcome = 'unavailable' | 'quota' | 'failed' | 'data' | 'memory' | 'cost' | 'timeout';

/** How an error is treated. */
export interface Treatment {
  readonly retry: Retry;
  readonly outcome: Outcome;
}

const AGAIN: Treatment = { retry: 'request', outcome: 'unavailable' };
const NEW_JOB: Treatment = { retry: 'job', outcome: 'unavailable' };
const FAILED: Treatment = { retry: 'never', outcome: 'failed' };
/** Nothing can be asked for a while, whatever is asked: the breaker is held open. */
const HELD: Treatment = { retry: 'never', outcome: 'quota' };

/**
 * Every reason that is treated by its name; the first five are ours.
 *
 * @see https://cloud.google.com/bigquery/docs/error-messages
 */
const REASONS: Readonly<Record<string, Treatment>> = {
  /** No answer: refused, reset, timed out, no such host. */
  unreachable: AGAIN,
  /** No token could be had. */
  credentials: AGAIN,
  /** An answer that ended too early or is no JSON; what the same request gives next may be whole. */
  brokenAnswer: { retry: 'request', outcome: 'failed' },
  /** An answer that contradicts the statement or itself. */
  badAnswer: FAILED,
  /** A job that was accepted and failed in passing: the requests for its rows say the same for ever. */
  jobFailed: NEW_JOB,
  rateLimitExceeded: AGAIN,
  userRateLimitExceeded: AGAIN,
  backendError: AGAIN,
  internalError: AGAIN,
  jobBackendError: NEW_JOB,
  jobInternalError: NEW_JOB,
  jobRateLimitExceeded: NEW_JOB,
  tableUnavailable: NEW_JOB,
  resourceInUse: NEW_JOB,
  quotaExceeded: HELD,
  dailyLimitExceeded: HELD,
  billingNotEnabled: HELD,
  blocked: HELD,
  invalidQuery: { retry: 'never', outcome: 'data' },
  bytesBilledLimitExceeded: { retry: 'never', outcome: 'cost' },
  billingTierLimitExceeded: { retry: 'never', outcome: 'cost' },
  resourcesExceeded: { retry: 'never', outcome: 'memory' },
  responseTooLarge: { retry: 'never', outcome: 'memory' },
  timeout: { retry: 'never', outcome: 'timeout' },
  /** By an administrator: at `jobTimeoutMs` nobody waits any more. */
  stopped: FAILED,
  accessDenied: FAILED,
  /** Submissions name no job, so none can be a duplicate of ours; `tables.insert` reads it as `exists`. */
  duplicate: FAILED,
  invalid: FAILED,
  invalidUser: FAILED,
  notFound: FAILED,
  notImplemented: FAILED,
  proxyAuthenticationRequired: FAILED,
};

const TRANSIENT: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);

/** How an error of BigQuery is treated: by its reason, or by its status where the reason says nothing. */
export function treatmentOf({ reason, status }: BigQueryError): Treatment {
  const known = Object.hasOwn(REASONS, reason) ? REASONS[reason] : undefined;
  return known ?? (TRANSIENT.has(status) ? AGAIN : FAILED);
}

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

/** Every reason that is treated by its name; the first four are ours. */
const REASONS: Readonly<Record<string, Treatment>> = {
  /** No answer: refused, reset, timed out, no such host. */
  unreachable: AGAIN,
  /** No token could be had. */
  credentials: AGAIN,
  /** An answer that ended too early or is no JSON; what the same request gives next may be whole. */
  brokenAnswer: { retry: 'request', outcome: 'failed' },
  /** An answer that contradicts the statement or itself. */
  badAnswer: FAILED,
  rateLimitExceeded: AGAIN,
  userRateLimitExceeded: AGAIN,
  backendError: AGAIN,
  internalError: AGAIN,
  jobBackendError: NEW_JOB,
  jobInternalError: NEW_JOB,
  jobRateLimitExceeded: NEW_JOB,
  invalidQuery: { retry: 'never', outcome: 'data' },
  quotaExceeded: { retry: 'never', outcome: 'quota' },
  dailyLimitExceeded: { retry: 'never', outcome: 'quota' },
  bytesBilledLimitExceeded: { retry: 'never', outcome: 'cost' },
  resourcesExceeded: { retry: 'never', outcome: 'memory' },
  responseTooLarge: { retry: 'never', outcome: 'memory' },
  timeout: { retry: 'never', outcome: 'timeout' },
  notFound: FAILED,
  accessDenied: FAILED,
  stopped: FAILED,
};

const TRANSIENT: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);

/** How an error of BigQuery is treated: by its reason, or by its status where the reason says nothing. */
export function treatmentOf({ reason, status }: BigQueryError): Treatment {
  const known = Object.hasOwn(REASONS, reason) ? REASONS[reason] : undefined;
  return known ?? (TRANSIENT.has(status) ? AGAIN : FAILED);
}

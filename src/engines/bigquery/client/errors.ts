import { dataExcerpt, isDataMessage, SqlError, UNKNOWN_DATA_ERROR } from '#googlesql';
import { BreakerOpen } from '../../../async/breaker.ts';
import { FieldstoneError } from '../../../errors.ts';
import { argumentError } from '../../argument-error.ts';
import { BigQueryError } from './bigquery-error.ts';
import { type Outcome, treatmentOf } from './reasons.ts';

/** Facts about the query that the mapping of its errors depends on. */
export interface ErrorContext {
  /** Whether the outer SELECT is the caller's own. */
  readonly isCallersSql: boolean;
  /** Message for a query beyond its cost limit. */
  readonly costMessage: string;
  /** Project, dataset and table names, which messages must not reveal. */
  readonly secrets: readonly string[];
}

type Mapping = (error: BigQueryError, context: ErrorContext) => FieldstoneError;

/** The error for each outcome; BigQuery's message is only passed on for data errors in the caller's SQL. */
const MAPPINGS: Readonly<Record<Outcome, Mapping>> = {
  unavailable: (cause) => unavailable(cause, secondsOf(cause, 2)),
  quota: (cause) => unavailable(cause, secondsOf(cause, 60)),
  failed: (cause) => new FieldstoneError('ENGINE_FAILED', 'The query failed', { cause }),
  timeout: (cause) =>
    new FieldstoneError('QUERY_TIMEOUT', 'Cannot finish the query in time', { cause }),
  cost: (cause, { costMessage }) =>
    new FieldstoneError('COST_LIMIT_EXCEEDED', costMessage, { cause }),
  memory: (cause, { isCallersSql }) =>
    new FieldstoneError(
      isCallersSql ? 'SQL_INVALID' : 'ENGINE_FAILED',
      'The query needs more memory than allowed',
      { cause },
    ),
  data: (cause, context) => {
    if (context.isCallersSql && !isAnalysisError(cause.message)) {
      return new FieldstoneError('SQL_INVALID', dataMessage(cause.message, context), { cause });
    }
    const refused = context.isCallersSql ? undefined : argumentError(cause.message, cause);
    return refused ?? MAPPINGS.failed(cause, context);
  },
};

/** Converts a failure into the error for the caller, with the original as its cause. */
export function engineError(error: unknown, context: ErrorContext): FieldstoneError {
  if (error instanceof FieldstoneError) return error;
  if (error instanceof BigQueryError) {
    return MAPPINGS[treatmentOf(error).outcome](error, context);
  }
  if (error instanceof BreakerOpen) return unavailable(error, error.retryAfterSeconds);
  if (error instanceof SqlError && context.isCallersSql) {
    return new FieldstoneError('SQL_INVALID', error.message, { cause: error });
  }
  return new FieldstoneError('ENGINE_FAILED', 'The query failed', { cause: error });
}

/** `Retry-After` in seconds, with a default. */
function secondsOf({ retryAfterMs }: BigQueryError, usual: number): number {
  return retryAfterMs === undefined ? usual : Math.ceil(retryAfterMs / 1_000);
}

function unavailable(cause: Error, seconds: number): FieldstoneError {
  return new FieldstoneError(
    'ENGINE_UNAVAILABLE',
    'The query engine cannot answer at the moment; try again shortly',
    { cause, headers: { 'Retry-After': String(seconds) } },
  );
}

/**
 * The caller's SQL was compiled, so an error of BigQuery's analysis is a fault of the compiler or of the set-up. Such
 * errors contain a position in the SQL; data errors do not.
 */
const ANALYSIS_ERROR =
  /\bat \[\d+:\d+\]|^(Not found|Access Denied|Syntax error|Unrecognized name|Cannot query over table)\b/i;

/** Whether a message is an error of BigQuery's analysis, and so our fault rather than the caller's. */
function isAnalysisError(message: string): boolean {
  return ANALYSIS_ERROR.test(message);
}

/** Suffix of BigQuery's data errors. The field that is written is a column of the caller's own. */
const TRAILER = /;\s+(error in(?! writing field\b)|while executing|in query|reading)\b[\s\S]*$/i;

function dataMessage(message: string, { secrets }: ErrorContext): string {
  const text = message.replace(TRAILER, '');
  const lower = text.toLowerCase();
  const revealsSecret = secrets.some((secret) => lower.includes(secret.toLowerCase()));
  return revealsSecret || !isDataMessage(text) ? UNKNOWN_DATA_ERROR : dataExcerpt(text);
}

/** Whether an error suggests that a table has changed. */
export function suggestsTableChange(error: unknown): boolean {
  if (!(error instanceof BigQueryError)) return false;
  const { reason, message } = error;
  return (
    /^(badAnswer|notFound)$/.test(reason) || (reason === 'invalidQuery' && isAnalysisError(message))
  );
}

import { BreakerOpen } from '../../../async/breaker.ts';
import { FieldstoneError } from '../../../errors.ts';
import { isDataMessage, SqlError, UNKNOWN_DATA_ERROR } from '../../../googlesql/index.ts';
import { argumentError } from '../../argument-error.ts';
import { BigQueryError } from './bigquery-error.ts';
import { type Outcome, treatmentOf } from './reasons.ts';

/** What the mapping of an error has to know about its query. */
export interface ErrorContext {
  /** Whether the outer SELECT is the caller's own. */
  readonly isCallersSql: boolean;
  /** What says that the query would cost too much. */
  readonly costMessage: string;
  /** Names that no message may hold: of the project, the dataset and the tables. */
  readonly secrets: readonly string[];
}

type Mapping = (error: BigQueryError, context: ErrorContext) => FieldstoneError;

/** What the caller sees of each outcome; BigQuery's own words only where they are about the caller's SQL. */
const MAPPINGS: Readonly<Record<Outcome, Mapping>> = {
  unavailable: (cause) => unavailable(cause, 2),
  quota: (cause) => unavailable(cause, 60),
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
    if (context.isCallersSql && !isOurFault(cause.message)) {
      return new FieldstoneError('SQL_INVALID', dataMessage(cause.message, context), { cause });
    }
    const refused = context.isCallersSql ? undefined : argumentError(cause.message, cause);
    return refused ?? MAPPINGS.failed(cause, context);
  },
};

/** The error that the caller of a failed query should see; the original is its cause. */
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

function unavailable(cause: Error, seconds: number): FieldstoneError {
  return new FieldstoneError(
    'ENGINE_UNAVAILABLE',
    'The query engine cannot answer at the moment; try again shortly',
    { cause, headers: { 'retry-after': String(seconds) } },
  );
}

/**
 * The caller's SQL was compiled, so what BigQuery's own analysis refuses is a mistake of the compiler or of the set-up;
 * it points at a place in the text that was sent. Errors about data have no place.
 */
const OURS =
  /\bat \[\d+:\d+\]|^(Not found|Access Denied|Syntax error|Unrecognized name|Cannot query over table)\b/i;

function isOurFault(message: string): boolean {
  return OURS.test(message);
}

/** What BigQuery puts behind the message of a data error. */
const TRAILER = /;\s+(error in|while executing|in query|reading)\b[\s\S]*$/i;

function dataMessage(message: string, { secrets }: ErrorContext): string {
  const text = message.replace(TRAILER, '');
  const lower = text.toLowerCase();
  const isTelling = secrets.some((secret) => lower.includes(secret.toLowerCase()));
  return isTelling || !isDataMessage(text) ? UNKNOWN_DATA_ERROR : text;
}

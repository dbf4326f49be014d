import { FieldstoneError } from '../../../errors.ts';
import type { ProcessEnded } from './process-ended.ts';

/** Whether the statement is the caller's own, and whether it is at fault for the end of the process. */
export interface ProcessErrorContext {
  readonly isAtFault: boolean;
  readonly isCallersSql: boolean;
}

/** A new process is ready within a second. */
const RETRY_SOON = { 'Retry-After': '1' };

/** As long as a statement at fault is refused. */
const RETRY_LATER = { 'Retry-After': '60' };

/** The caller's error for a statement whose engine process has ended. */
export function processError(
  ended: ProcessEnded,
  { isAtFault, isCallersSql }: ProcessErrorContext,
): FieldstoneError {
  const headers = isAtFault ? RETRY_LATER : RETRY_SOON;
  if (isAtFault && ended.reason === 'unstoppable') {
    return new FieldstoneError('QUERY_TIMEOUT', 'The query cannot be stopped in time', {
      cause: ended,
    });
  }
  if (isAtFault && ended.reason === 'memory' && isCallersSql) {
    return new FieldstoneError('SQL_INVALID', 'The query needs too much memory', { cause: ended });
  }
  return new FieldstoneError(
    'ENGINE_UNAVAILABLE',
    'The query engine was restarted; try again shortly',
    { cause: ended, headers },
  );
}

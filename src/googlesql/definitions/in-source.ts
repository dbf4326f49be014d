import { type ErrorSource, SqlError } from '../sql-error.ts';

/** Runs `work` on the text of a definition: its errors that do not name another definition are in that one. */
export function inSource<Result>(source: ErrorSource | undefined, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw withSource(error, source);
  }
}

function withSource(cause: unknown, source: ErrorSource | undefined): unknown {
  const isOwn = cause instanceof SqlError && cause.source === undefined;
  if (!isOwn || source === undefined) return cause;
  return new SqlError(cause.message, cause.offset, { cause, source });
}

import { raisedMessage, SqlError, UNKNOWN_DATA_ERROR } from '#googlesql';
import { FieldstoneError, messageOf } from '../../../errors.ts';
import { argumentError } from '../../argument-error.ts';
import { parseDataFault } from '../files/data-fault.ts';

/** Facts about the query that the mapping of its errors depends on. */
export interface ErrorContext {
  /** Whether the outer SELECT is the caller's own. */
  readonly isCallersSql: boolean;
  /** The folders with the tables' files; a message that contains one is about a file, whatever its class. */
  readonly folders: readonly string[];
  /** Called with planning errors, which the compiler should have prevented. */
  readonly onUnplannable?: (error: unknown) => void;
}

/**
 * The cause of an error: data and the caller's expressions, the amount of memory or nesting, clauses that the compiler
 * accepted and DuckDB cannot plan together, or the engine itself.
 */
type Fault = 'data' | 'memory' | 'depth' | 'clauses' | 'engine';

/** By the class at the start of DuckDB's message; any other class is the engine's fault. */
const FAULTS: Readonly<Record<string, Fault>> = {
  // `error('…')`, regular expressions, and most functions that reject an argument.
  'Invalid Input Error': 'data',
  'Conversion Error': 'data',
  'Out of Range Error': 'data',
  'Syntax Error': 'data',
  'Out of Memory Error': 'memory',
  'Binder Error': 'clauses',
  'Not implemented Error': 'clauses',
  'Parser Error': 'clauses',
};

/** Damaged files are reported under the same classes as bad data. */
const ABOUT_A_FILE = /parquet|TProtocolException|thrift|decompress|snappy|zstd/i;
const CLASS = /^([A-Z][A-Za-z ]+ Error|Error): /;

/** Converts a failure into the error for the caller, with the original as its cause. */
export function engineError(error: unknown, context: ErrorContext): FieldstoneError {
  if (error instanceof FieldstoneError) return error;
  if (error instanceof SqlError) return inexpressible(error, context);
  const message = messageOf(error);
  const fault = faultOf(message, context);
  if (fault === 'data') return dataError(message, context, error);
  if (fault === 'clauses') context.onUnplannable?.(error);
  const refusal = REFUSALS[fault];
  if (refusal && context.isCallersSql) {
    return new FieldstoneError('SQL_INVALID', refusal, { cause: error });
  }
  if (fault === 'memory') {
    const code = context.isCallersSql ? 'SQL_INVALID' : 'ENGINE_FAILED';
    return new FieldstoneError(code, 'The query needs more memory than allowed', { cause: error });
  }
  return failure(error);
}

/**
 * Of a type or a construct that the printer cannot express in DuckDB, which the message names. Its positions refer to a
 * text not available here.
 */
function inexpressible(cause: SqlError, { isCallersSql }: ErrorContext): FieldstoneError {
  if (isCallersSql) return new FieldstoneError('SQL_INVALID', cause.message, { cause });
  const message = `The embedded engine cannot run this query, as BigQuery can: ${cause.message}`;
  return new FieldstoneError('ENGINE_FAILED', message, { cause });
}

/** Messages for callers' own SQL. */
const REFUSALS: Partial<Record<Fault, string>> = {
  depth: 'Query is nested too deeply',
  clauses: 'This combination of clauses is not supported',
};

/** A failure whose reason is for the operator alone. */
export function failure(cause: unknown): FieldstoneError {
  return new FieldstoneError('ENGINE_FAILED', 'The query failed', { cause });
}

/** With the GoogleSQL message of an error that the compiler raised or recognises; never with DuckDB's own. */
function dataError(
  message: string,
  { isCallersSql }: ErrorContext,
  cause: unknown,
): FieldstoneError {
  const raised = raisedMessage(message);
  if (!isCallersSql) return argumentError(raised ?? '', cause) ?? failure(cause);
  return new FieldstoneError('SQL_INVALID', raised ?? UNKNOWN_DATA_ERROR, { cause });
}

/** One GoogleSQL expression may become several of DuckDB's, so only DuckDB knows the depth. */
const TOO_DEEP =
  /^(Failed to extract statements: )?(Parser|Binder) Error: Max(imum)? (expression|tree) depth /;

/** DuckDB took a correlated subquery apart and lost a column: a fault of its planning, not of a run. */
const UNBOUND = /^INTERNAL Error: Failed to bind column reference/;

/** Whether DuckDB's message is about a file of a table, or about a value in one; a raised one may quote a caller's text. */
export function isAboutFile(message: string, folders: readonly string[]): boolean {
  if (parseDataFault(message) !== undefined) return true;
  if (raisedMessage(message) !== undefined) return false;
  return folders.some((folder) => message.includes(folder)) || ABOUT_A_FILE.test(message);
}

function faultOf(message: string, { folders }: ErrorContext): Fault {
  if (parseDataFault(message) !== undefined) return 'engine';
  if (TOO_DEEP.test(message)) return 'depth';
  if (UNBOUND.test(message)) return 'clauses';
  if (raisedMessage(message) !== undefined) return 'data';
  const fault = FAULTS[CLASS.exec(message)?.[1] ?? ''] ?? 'engine';
  return fault === 'data' && isAboutFile(message, folders) ? 'engine' : fault;
}

import { FieldstoneError } from '../../../errors.ts';
import { raisedMessage, SqlError, UNKNOWN_DATA_ERROR } from '../../../googlesql/index.ts';
import { argumentError } from '../../argument-error.ts';

/** What the mapping of an error has to know about its query. */
export interface ErrorContext {
  /** Whether the outer SELECT is the caller's own. */
  readonly isCallersSql: boolean;
  /** The folder of the data; a message that names it is about a file, whatever its class. */
  readonly directory: string;
  /** Hears of clauses that cannot be planned together: the compiler should have refused or printed them otherwise. */
  readonly onUnplannable?: (error: unknown) => void;
}

/**
 * What is to blame for an error: the rows and the caller's expressions, the amount of memory or nesting, clauses that the
 * compiler accepted and DuckDB's planner cannot take together, or us.
 */
type Blame = 'data' | 'memory' | 'depth' | 'clauses' | 'engine';

/** The class that DuckDB puts in front of a message. A class that is not here is the engine's. */
const BLAME: Readonly<Record<string, Blame>> = {
  // `error('…')`, regular expressions, and most functions that refuse an argument.
  'Invalid Input Error': 'data',
  'Conversion Error': 'data',
  'Out of Range Error': 'data',
  'Syntax Error': 'data',
  'Out of Memory Error': 'memory',
  'Binder Error': 'clauses',
  'Not implemented Error': 'clauses',
  'Parser Error': 'clauses',
};

/** Damaged files come under the same classes as bad data. */
const ABOUT_A_FILE = /parquet|TProtocolException|thrift|decompress|snappy|zstd/i;
const CLASS = /^([A-Z][A-Za-z ]+ Error|Error): /;

/** The error that the caller of a failed query should see; the original is its cause. */
export function engineError(error: unknown, context: ErrorContext): FieldstoneError {
  if (error instanceof FieldstoneError) return error;
  if (error instanceof SqlError && context.isCallersSql) {
    // The printer knows what DuckDB cannot do. Its places are in a text that is not at hand here.
    return new FieldstoneError('SQL_INVALID', error.message, { cause: error });
  }
  const message = messageOf(error);
  const blame = blameFor(message, context);
  if (blame === 'data') return dataError(message, context, error);
  if (blame === 'clauses') context.onUnplannable?.(error);
  const refusal = REFUSALS[blame];
  if (refusal && context.isCallersSql) {
    return new FieldstoneError('SQL_INVALID', refusal, { cause: error });
  }
  if (blame === 'memory') {
    const code = context.isCallersSql ? 'SQL_INVALID' : 'ENGINE_FAILED';
    return new FieldstoneError(code, 'The query needs more memory than allowed', { cause: error });
  }
  return failure(error);
}

/** What callers are told about their own SQL. */
const REFUSALS: Partial<Record<Blame, string>> = {
  depth: 'Query is nested too deeply',
  clauses: 'This combination of clauses is not supported',
};

function failure(cause: unknown): FieldstoneError {
  return new FieldstoneError('ENGINE_FAILED', 'The query failed', { cause });
}

function dataError(
  message: string,
  { isCallersSql }: ErrorContext,
  cause: unknown,
): FieldstoneError {
  if (isCallersSql) return new FieldstoneError('SQL_INVALID', dataMessage(message), { cause });
  return argumentError(raisedMessage(message) ?? '', cause) ?? failure(cause);
}

/** One expression of GoogleSQL can be several of DuckDB's, so only DuckDB knows when they are too many. */
const TOO_DEEP =
  /^(Failed to extract statements: )?(Parser|Binder) Error: Max expression depth limit/;

function blameFor(message: string, { directory }: ErrorContext): Blame {
  if (TOO_DEEP.test(message)) return 'depth';
  if (raisedMessage(message) !== undefined) return 'data';
  const blame = BLAME[CLASS.exec(message)?.[1] ?? ''] ?? 'engine';
  const isAboutFile = message.includes(directory) || ABOUT_A_FILE.test(message);
  return blame === 'data' && isAboutFile ? 'engine' : blame;
}

/** GoogleSQL's own words where the compiler raised the error or knows DuckDB's for it; never DuckDB's. */
function dataMessage(message: string): string {
  return raisedMessage(message) ?? UNKNOWN_DATA_ERROR;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

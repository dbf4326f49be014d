import type { Result } from '../page/result.ts';
import { sqlArguments } from './sql-argument.ts';

/** Why the service refused a statement. */
export interface SqlError {
  readonly sql: string;
  readonly message: string;
  /** From 1; absent where the message names no position. */
  readonly line?: number;
  readonly column?: number;
}

interface ResponseError {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly extensions?: { readonly code?: string };
}

/** The refused statements of an operation, by its response. */
export function sqlErrors(operation: string, response: Result): readonly SqlError[] {
  // The service's errors always have this form; those of the page have no `path`.
  const errors = (response['errors'] ?? []) as readonly ResponseError[];
  const refused = errors.filter(({ extensions }) => extensions?.code === 'SQL_INVALID');
  if (refused.length === 0) return [];
  const statements = sqlArguments(operation);
  return refused.flatMap(({ message, path }) => {
    const statement = statements.find(({ responseKey }) => responseKey === path?.[0]);
    return statement ? [{ sql: statement.sql, message, ...positionIn(message) }] : [];
  });
}

function positionIn(message: string): Pick<SqlError, 'line' | 'column'> {
  const [, line, column] = /\[at (\d+):(\d+)\]/.exec(message) ?? [];
  return line === undefined ? {} : { line: Number(line), column: Number(column) };
}

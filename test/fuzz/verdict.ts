import { SqlError } from '../../src/googlesql/sql-error.ts';
import { typeName } from '../../src/googlesql/types.ts';
import type { Analysis, Catalog, Oracle } from '../oracle/oracle.ts';
import { type Accepted, compile } from './compile.ts';

/** How the compiler and the reference see one statement. The first three must never happen. */
export type Verdict =
  | 'missed a table'
  | 'accepted bad syntax'
  | 'failed'
  | 'accepted what the analyzer refuses'
  | 'other columns'
  | 'refused what the reference accepts'
  | 'both accept'
  | 'both refuse';

/** The verdicts that end a run as failed. */
export const FATAL: ReadonlySet<Verdict> = new Set([
  'missed a table',
  'accepted bad syntax',
  'failed',
]);

/** A verdict with what is worth telling about it. */
export interface Finding {
  readonly sql: string;
  readonly verdict: Verdict;
  readonly detail: string;
}

/** Compares the compiler with the reference on one statement. */
export async function compare(sql: string, oracle: Oracle, catalog: Catalog): Promise<Finding> {
  const extracted = await oracle.extractTableNames(sql);
  const ours = tryCompile(sql);
  if (ours instanceof Error && !(ours instanceof SqlError)) {
    return { sql, verdict: 'failed', detail: String(ours.cause) };
  }
  if (ours instanceof SqlError) {
    if ('error' in extracted) return { sql, verdict: 'both refuse', detail: '' };
    const theirs = await oracle.analyze(sql, catalog);
    if ('error' in theirs) return { sql, verdict: 'both refuse', detail: '' };
    return { sql, verdict: 'refused what the reference accepts', detail: ours.describe(sql) };
  }
  if ('error' in extracted) return { sql, verdict: 'accepted bad syntax', detail: extracted.error };
  const missed = extracted.names.find((name) => !isSeen(ours, name.join('.').toLowerCase()));
  if (missed) return { sql, verdict: 'missed a table', detail: missed.join('.') };
  return compareColumns(sql, ours.resolved.output, await oracle.analyze(sql, catalog));
}

/** A view may be named and yet not read, when nothing asks for what it yields; any other table must be seen as read. */
function isSeen({ tables, named }: Accepted, name: string): boolean {
  return tables.has(name) || named.has(name);
}

function tryCompile(sql: string): ReturnType<typeof compile> | Error {
  try {
    return compile(sql);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

function compareColumns(
  sql: string,
  output: readonly {
    readonly name: string;
    readonly column: { type: Parameters<typeof typeName>[0] };
  }[],
  theirs: Analysis,
): Finding {
  if ('error' in theirs) {
    return { sql, verdict: 'accepted what the analyzer refuses', detail: theirs.error };
  }
  const ours = output.map(({ name, column }) => `${name} ${typeName(column.type)}`).join(', ');
  const wanted = theirs.columns.map(({ name, type }) => `${name} ${typeName(type)}`).join(', ');
  if (ours === wanted) return { sql, verdict: 'both accept', detail: '' };
  return { sql, verdict: 'other columns', detail: `${ours} instead of ${wanted}` };
}

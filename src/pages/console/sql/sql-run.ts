import type { Column, Endpoint } from '../api/description.ts';
import type { Run } from '../api/run.ts';
import { runOf } from '../form/arguments.ts';

/** The statement, in the address. */
export const SQL = '$sql';

/** The request that runs a statement with a form's values; `columns` are those of its answer, where they are known. */
export function sqlRun(
  endpoint: Endpoint,
  values: URLSearchParams,
  sql: string,
  columns: readonly Column[] = [],
): Run {
  const { arguments: sent, redact } = runOf({ ...endpoint, limit: false, orderBy: [] }, values);
  return { endpoint: { ...endpoint, columns }, arguments: { ...sent, sql }, redact };
}

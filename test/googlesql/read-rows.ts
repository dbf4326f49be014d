import type { DuckDBResult } from '@duckdb/node-api';
import { readRows as readChunks } from '../../src/engines/duckdb/rows/read-rows.ts';
import { RowBudget } from '../../src/engines/row-budget.ts';
import type { ResolvedStatement } from '../../src/googlesql/analysis/resolved/resolved.ts';
import type { Row } from '../../src/googlesql/value.ts';

/** More than any test's rows take; with a bound in bytes their sizes are estimated too, as for a caller's SQL. */
const PLENTY = { maxRows: 10_000_000, maxBytes: 1e12 };

/** The rows of a result, as an engine process reads those of the statement. */
export async function readRows(
  result: DuckDBResult,
  { output }: Pick<ResolvedStatement, 'output'>,
): Promise<readonly Row[]> {
  const columns = output.map(({ name, column }) => ({ name, type: column.type }));
  const rows: Row[] = [];
  const chunks = await result.fetchAllChunks();
  await readChunks(columns, chunks, new RowBudget(PLENTY), async (chunk) => {
    for (const row of chunk) rows.push(row);
  });
  return rows;
}

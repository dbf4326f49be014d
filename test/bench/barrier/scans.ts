import type { DuckDBResultReader } from '@duckdb/node-api';

/** An operator of a plan that was run, as `EXPLAIN (ANALYZE, FORMAT json)` tells of it. */
interface Operator {
  readonly operator_name?: string;
  readonly operator_rows_scanned?: number;
  readonly extra_info?: Readonly<Record<string, unknown>>;
  readonly children?: readonly Operator[];
}

/** The files that a statement read, and how many rows lie in the row groups that it did not skip, scan by scan. */
export function readScans(reader: DuckDBResultReader): string {
  const plan: Operator = JSON.parse(String(reader.getRows()[0]?.at(-1)));
  return [...scansOf(plan)].sort().join(', ');
}

function* scansOf(operator: Operator): Generator<string> {
  if (operator.operator_name === 'READ_PARQUET') {
    const files = operator.extra_info?.['Total Files Read'];
    yield `${operator.operator_rows_scanned} rows of ${files} files`;
  }
  for (const child of operator.children ?? []) yield* scansOf(child);
}

import type {
  ResolvedExpression,
  ResolvedStatement,
  TableScan,
} from '../../../src/googlesql/analysis/resolved/resolved.ts';
import { invalidQuery } from './api-error.ts';
import type { CatalogTable } from './catalog.ts';
import { isConstant } from './partition-bounds.ts';
import { scanConditions } from './scan-conditions.ts';

/** Refuses scans without a constant bound on the partitioning column of a table that asks for one. */
export function requirePartitionFilters(
  statement: ResolvedStatement,
  tables: readonly CatalogTable[],
  project: string,
): void {
  const guarded = tables.filter(({ requirePartitionFilter }) => requirePartitionFilter);
  for (const [scan, conditions] of scanConditions(statement)) {
    const table = guarded.find((candidate) => candidate.table === scan.table);
    if (!table) continue;
    const column = table.resource.timePartitioning?.field ?? '_PARTITIONTIME';
    if (!conditions.some((condition) => bounds(condition, scan, column))) {
      throw invalidQuery(
        `Cannot query over table '${project}.${table.dataset}.${table.id}' without a filter over column(s) '${column}' that can be used for partition elimination`,
      );
    }
  }
}

const COMPARISONS = new Set([
  '$equal',
  '$greater',
  '$greater_or_equal',
  '$less',
  '$less_or_equal',
  '$between',
  '$in',
]);

/** Whether a condition compares the bare column with something constant. */
function bounds(condition: ResolvedExpression, scan: TableScan, column: string): boolean {
  if (condition.kind !== 'call' || !COMPARISONS.has(condition.function.name)) return false;
  const place = scan.columns[scan.sources.indexOf(column)];
  const isColumn = (part: ResolvedExpression) => part.kind === 'column' && part.column === place;
  const others = condition.arguments.filter((part) => !isColumn(part));
  return others.length === condition.arguments.length - 1 && others.every(isConstant);
}

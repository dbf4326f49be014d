import {
  allScans,
  type Column,
  guardedValue,
  type ProjectScan,
  type ResolvedExpression,
  type ResolvedStatement,
  type Scan,
  type TableScan,
} from '#googlesql';
import { OWN_COLUMN } from './security-barrier.ts';

/** The bare table column behind each column that a security barrier exposes. */
export type BarrierColumns = ReadonlyMap<Column, BareColumn>;

/** A column of a scan of a log table. */
export interface BareColumn {
  readonly scan: TableScan;
  readonly column: Column;
}

/**
 * Proves that every read of a table with a tenant is behind a security barrier: outside it, the table's columns are available
 * only as `CASE WHEN _own THEN column END`.
 *
 * Returns the bare column behind each exposed one; throws an `Error` that names the table of the scan that fails.
 */
export function proveBarriers(statement: ResolvedStatement): BarrierColumns {
  const columns = barrierColumns(statement);
  const guarded = new Set([...barriersOf(statement)].map(({ table }) => table));
  for (const scan of allScans(statement.scan)) {
    if (scan.kind !== 'table' || !scan.table.tenant || guarded.has(scan)) continue;
    throw new Error(`its scan of "${scan.table.name}" has no security barrier`);
  }
  return columns;
}

/** The bare columns behind those exposed by a statement's security barriers. */
export function barrierColumns(statement: ResolvedStatement): BarrierColumns {
  const columns = new Map<Column, BareColumn>();
  for (const { project, table } of barriersOf(statement)) {
    for (const { column, expression } of project.computed) {
      const bare = guardedColumn(expression);
      if (bare) columns.set(column, { scan: table, column: bare });
    }
  }
  return columns;
}

interface BarrierScan {
  readonly project: ProjectScan;
  readonly table: TableScan;
}

function* barriersOf(statement: ResolvedStatement): Generator<BarrierScan> {
  for (const scan of allScans(statement.scan)) {
    const table = tableBehind(scan);
    if (scan.kind === 'project' && table) yield { project: scan, table };
  }
}

/** The table of a scan that is a complete barrier; undefined for any other scan. */
function tableBehind(scan: Scan): TableScan | undefined {
  if (scan.kind !== 'project' || scan.input.kind !== 'project') return undefined;
  const { input } = scan;
  const filter = input.input;
  if (filter.kind !== 'filter' || filter.input.kind !== 'table') return undefined;
  // If no column is read, the analysis drops all of them.
  if (scan.columns.length === 0 && scan.computed.length === 0) return filter.input;
  const [own, ...others] = input.computed;
  if (!own || others.length > 0 || own.column.name !== OWN_COLUMN) return undefined;
  const computed = new Map(scan.computed.map(({ column, expression }) => [column, expression]));
  const isGuarded = scan.columns.every((column) => {
    const expression = computed.get(column);
    return expression !== undefined && guardedColumn(expression, own.column) !== undefined;
  });
  return isGuarded ? filter.input : undefined;
}

/** The column of `CASE WHEN _own THEN column END`. */
function guardedColumn(expression: ResolvedExpression, own?: Column): Column | undefined {
  const guarded = guardedValue(expression);
  if (guarded?.value.kind !== 'column') return undefined;
  return own === undefined || guarded.condition.column === own ? guarded.value.column : undefined;
}

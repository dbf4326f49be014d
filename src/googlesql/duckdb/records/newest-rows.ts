import { guardedValue } from '../../analysis/resolved/guarded-value.ts';
import { ctesReadOnce, sourceOf } from '../../analysis/resolved/origins.ts';
import type {
  Column,
  ResolvedCte,
  ResolvedExpression,
  ResolvedStatement,
  Scan,
  ScanOf,
} from '../../analysis/resolved/resolved.ts';
import { timeBounds } from '../../analysis/resolved/scan-predicates.ts';
import { tenantParameters } from '../../analysis/resolved/tenant-predicate.ts';
import { allScans, conjunctsOf } from '../../analysis/resolved/traverse.ts';
import { trueColumns } from './guarded-rows.ts';

/** A scan of which a statement needs no rows but the newest within its time bounds and tenant. */
export interface NewestRows {
  readonly scan: ScanOf<'table'>;
  /** LIMIT and OFFSET, whose sum is the number of rows: INT64 literals or parameters. */
  readonly counts: readonly ResolvedExpression[];
}

/**
 * The scans behind `ORDER BY time DESC … LIMIT n` of which no other row matters: between the two, nothing leaves
 * out rows but the scan's own WHERE, with conditions on time and on a tenant column only, and nothing else reads them.
 */
export function newestRows(statement: ResolvedStatement): readonly NewestRows[] {
  const scans = [...allScans(statement.scan)];
  const ctes = ctesReadOnce(scans);
  return scans.flatMap((scan) => (scan.kind === 'limit' ? behindLimit(scan, ctes) : []));
}

type Ctes = ReadonlyMap<number, ResolvedCte>;

function behindLimit({ input, limit, offset }: ScanOf<'limit'>, ctes: Ctes): readonly NewestRows[] {
  const order = orderOf(input);
  const [first] = order?.items ?? [];
  if (!order || !first?.descending || first.expression.kind !== 'column') return [];
  const scan = timeScan(order.input, first.expression.column, ctes);
  return scan ? [{ scan, counts: offset ? [limit, offset] : [limit] }] : [];
}

function orderOf(scan: Scan): ScanOf<'order_by'> | undefined {
  if (scan.kind === 'order_by') return scan;
  if (scan.kind === 'with') return orderOf(scan.body);
  return scan.kind === 'project' ? orderOf(scan.input) : undefined;
}

/** The scan whose table's TIMESTAMP `time` a column is, if each of its rows is one of the scan's and the other way round. */
function timeScan(scan: Scan, column: Column, ctes: Ctes): ScanOf<'table'> | undefined {
  switch (scan.kind) {
    case 'order_by':
      return timeScan(scan.input, column, ctes);
    case 'with':
      return timeScan(scan.body, column, ctes);
    case 'project': {
      const own = projected(scan, column);
      return own && timeScan(scan.input, own, ctes);
    }
    case 'with_ref': {
      const cte = ctes.get(scan.cteId);
      const own = cte && sourceOf(column, scan, cte);
      return own && timeScan(cte.scan, own, ctes);
    }
    case 'filter':
      return isOfRange(scan) ? timeScan(scan.input, column, ctes) : undefined;
    case 'table':
      return isTimeOf(scan, column) ? scan : undefined;
    default:
      return undefined;
  }
}

function isTimeOf({ table, columns, sources }: ScanOf<'table'>, { id, type }: Column): boolean {
  if (table.time === undefined || type.kind !== 'TIMESTAMP') return false;
  return columns[sources.indexOf(table.time)]?.id === id;
}

/** The column of the input that a column is, as it is or with a guard that is true in every row. */
function projected({ computed, input }: ScanOf<'project'>, column: Column): Column | undefined {
  const found = computed.find((candidate) => candidate.column.id === column.id);
  if (!found) return column;
  const guarded = guardedValue(found.expression);
  if (guarded && !isTrue(guarded.condition.column, input)) return undefined;
  const value = guarded?.value ?? found.expression;
  return value.kind === 'column' ? value.column : undefined;
}

function isTrue({ id }: Column, scan: Scan): boolean {
  if (scan.kind !== 'project' || scan.input.kind !== 'filter') return false;
  return trueColumns(scan, scan.input).includes(id);
}

/** Whether a filter leaves out rows of a table by their time and tenant only. */
function isOfRange({ condition, input }: ScanOf<'filter'>): boolean {
  if (input.kind !== 'table') return false;
  return conjunctsOf(condition).every((term) => isTimeOrTenant(term, input));
}

/**
 * Whether a condition is all that its parameters say. A tenant inside of a record is one of several that a row may name,
 * so that its rows cannot be counted before.
 */
function isTimeOrTenant(condition: ResolvedExpression, scan: ScanOf<'table'>): boolean {
  const isColumn = scan.table.tenant?.length === 1;
  if (isColumn && tenantParameters(condition, scan).length > 0) return true;
  const isBetween = condition.kind === 'call' && condition.function.name === '$between';
  return timeBounds(condition, scan).length === (isBetween ? 2 : 1);
}

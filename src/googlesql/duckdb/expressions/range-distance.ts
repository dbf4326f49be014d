import type {
  AnalyticCall,
  ResolvedExpression,
  ResolvedOrderItem,
} from '../../analysis/resolved/resolved.ts';
import { SqlError } from '../../sql-error.ts';
import type { Printer } from '../queries/printer.ts';
import type { Scope, SortKey } from '../queries/select.ts';

/** Whether a frame is bounded by a distance from the row's sort key. */
export function hasDistance({ frame }: AnalyticCall): boolean {
  return frame?.unit === 'RANGE' && (frame.start.offset ?? frame.end.offset) !== undefined;
}

/**
 * The one sort key of a RANGE frame with a distance. It is ascending, because DuckDB misplaces the bounds of descending
 * frames, and wider than its type, so that a bound beyond the type's range does not overflow.
 */
export function distanceKey(printer: Printer, item: ResolvedOrderItem, scope: Scope): SortKey {
  const { expression, descending, nulls } = item;
  const key = wide(expression, printer.expression(expression, scope), descending);
  return { sql: key, direction: `ASC NULLS ${nulls}` };
}

/** A distance in the key's type. */
export function distanceText(offset: ResolvedExpression, sql: string): string {
  if (offset.type.kind !== 'NUMERIC') return wide(offset, sql, false);
  if (offset.kind === 'literal' && Number(offset.value) > MAX_NUMERIC_DISTANCE) {
    throw new SqlError('RANGE frames of NUMERIC with larger distances than 7e28 are not supported');
  }
  return `gsql_frame_distance(${sql})`;
}

/** Units of 10^-9 beyond the maximum NUMERIC that still fit 128 bits. */
const MAX_NUMERIC_DISTANCE = 7e28;

function wide({ type }: ResolvedExpression, sql: string, descending: boolean): string {
  const sign = descending ? '-' : '';
  switch (type.kind) {
    case 'INT64':
      return `(${sign}CAST(${sql} AS HUGEINT))`;
    case 'NUMERIC':
      return `(${sign}gsql_numeric_units(${sql}))`;
    default:
      return `(${sign}gsql_frame_float(${sql}))`;
  }
}

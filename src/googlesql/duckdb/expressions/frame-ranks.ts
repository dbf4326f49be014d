import type { AnalyticCall, ResolvedExpression } from '../../analysis/resolved/resolved.ts';
import { lowerCast } from '../../functions/conversion/cast-lowering.ts';
import { type Sql, sql } from '../../functions/core/sql.ts';
import { SCALARS } from '../../types.ts';
import type { Prepared } from '../queries/prepare.ts';
import type { Printer } from '../queries/printer.ts';
import { columnName, namedColumns, SqlScope, selectFrom, selectText } from '../queries/select.ts';

/** Units of 10^-9 beyond the maximum NUMERIC that still fit 128 bits. */
const MAX_NUMERIC_DISTANCE = 7e28;

/** Columns with the places of a row's sort key, and of the bounds of its frame, among the keys and bounds of all rows. */
export type FrameRanks = readonly [key: number, start: number, end: number];

/**
 * Whether a RANGE frame with distances is one over ranks: where its keys, or keys beside its bounds, have no room in
 * DuckDB's integers, and from UNBOUNDED PRECEDING to a distance PRECEDING, whose end DuckDB misplaces for many rows.
 */
export function needsRanks({ frame, windowOrderBy: [item] }: AnalyticCall): boolean {
  const offsets = [frame?.start.offset, frame?.end.offset];
  if (frame?.unit !== 'RANGE' || !offsets.some(Boolean)) return false;
  if (frame.start.kind === 'UNBOUNDED PRECEDING' && frame.end.kind === 'PRECEDING') return true;
  return item?.expression.type.kind === 'BIGNUMERIC' || offsets.some(isFar);
}

/** Whether a distance is, or may be, longer. */
function isFar(offset: ResolvedExpression | undefined): boolean {
  if (offset?.type.kind !== 'NUMERIC') return false;
  return offset.kind !== 'literal' || Number(offset.value) > MAX_NUMERIC_DISTANCE;
}

/**
 * Adds the ranks of a call's frame to rows: each row becomes three points, its key and its bounds, and all points are
 * ranked together. A RANGE frame over the ranks has the same rows. No window here has partitions: the time DuckDB takes
 * to plan such windows within each other grows exponentially.
 */
export function withRanks(
  printer: Printer,
  { frame, windowOrderBy: [item] }: AnalyticCall,
  { select, scope }: Prepared,
): Prepared & { readonly ranks: FrameRanks } {
  if (!frame || !item) throw new Error('A frame with distances has a sort key');
  const key = toUnits(item.expression, printer.expression(item.expression, scope));
  const bounds = [frame.start, frame.end].map(({ kind, offset }) => {
    if (!offset) return key;
    const distance = toUnits(offset, printOffset(printer, offset, scope));
    const isBelow = (kind === 'PRECEDING') !== item.descending;
    return isBelow ? sql`${key} + (-${distance})` : sql`${key} + ${distance}`;
  });
  const points = selectText(select, [
    ...namedColumns(select.columns),
    sql`row_number() OVER () AS own_row, unnest([${[key, ...bounds]}]) AS point, unnest([0, 1, 2]) AS kind`,
  ]);
  const direction = `${item.descending ? 'DESC' : 'ASC'} NULLS ${item.nulls}`;
  const ranked = sql`SELECT *, dense_rank() OVER (ORDER BY point ${direction}) AS place FROM (${points})`;
  const newColumn = () => printer.column(SCALARS.INT64).id;
  const ranks: FrameRanks = [newColumn(), newColumn(), newColumn()];
  const places = ranks.map((id, kind) => {
    const place = sql`lead(place, ${kind}) OVER (ORDER BY own_row, kind)`;
    return sql`${place} AS ${columnName(id)}`;
  });
  const all = sql`(SELECT *, ${places} FROM (${ranked}) QUALIFY kind = 0)`;
  const items = [...select.columns, ...ranks.map((id) => [id] as const)];
  const own = selectFrom(all, printer.alias('s'), items);
  return { select: own, scope: new SqlScope(own.columns, scope.outer), ranks };
}

/** A number that a distance can be added to; a decimal is in units of 10⁻³⁸. */
function toUnits(expression: ResolvedExpression, value: Sql): Sql {
  const { kind } = expression.type;
  if (kind === 'NUMERIC') return sql`gsql_numeric_bignumeric(${value})`;
  return kind === 'BIGNUMERIC' ? value : wide(expression, value, false);
}

/** A sort key or distance, wider than its type. */
export function wide({ type }: ResolvedExpression, key: Sql, descending: boolean): Sql {
  const sign = descending ? '-' : '';
  switch (type.kind) {
    case 'INT64':
      return sql`(${sign}CAST(${key} AS HUGEINT))`;
    case 'NUMERIC':
      return sql`(${sign}gsql_numeric_units(${key}))`;
    default:
      return sql`(${sign}gsql_frame_float(${key}))`;
  }
}

/** Prints a frame's number of rows or distance; literals have been checked. */
export function printOffset(printer: Printer, offset: ResolvedExpression, scope: SqlScope): Sql {
  const value = printer.expression(offset, scope);
  if (offset.kind === 'literal') return value;
  return sql`gsql_frame_offset(${value}, ${lowerCast(value, offset.type, SCALARS.STRING, false)})`;
}

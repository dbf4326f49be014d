import type {
  AnalyticCall,
  ResolvedFrameBound,
  ResolvedOrderItem,
} from '../../analysis/resolved/resolved.ts';
import { analyticParts } from '../../analysis/resolved/traverse.ts';
import { NO_MODIFIERS } from '../../functions/core/aggregate-call.ts';
import { findFunction } from '../../functions/core/catalogue.ts';
import { loweredCall } from '../../functions/core/lowering.ts';
import { join, NULL, type Part, type Sql, sql } from '../../functions/core/sql.ts';
import { nameRepeated, printOperands } from '../decimals/aggregates.ts';
import { extractSubqueries } from '../limits/extract-subqueries.ts';
import { sortKeys } from '../queries/order.ts';
import { prepareUnordered } from '../queries/prepare.ts';
import type { Printer, SelectOf } from '../queries/printer.ts';
import { type Item, type SortKey, type SqlScope, sortText, wrap } from '../queries/select.ts';
import { type FrameRanks, needsRanks, printOffset, wide, withRanks } from './frame-ranks.ts';

/** Window functions as a derived table, so that a filter above (QUALIFY) sees their results. */
export const selectAnalytic: SelectOf<'analytic'> = (printer, written, needed, outer) => {
  const scan = nameRepeated(printer, extractSubqueries(printer, written));
  const functions = scan.functions.filter(({ column }) => needed.has(column.id));
  const expressions = functions.flatMap(({ call }) => analyticParts(call));
  const below = new Set([...needed, ...printer.references(expressions)]);
  const input = printer.select(scan.input, below, outer);
  let prepared = prepareUnordered(printer, input, expressions, outer);
  const ranks = new Map<AnalyticCall, FrameRanks>();
  for (const { call } of functions) {
    if (!needsRanks(call)) continue;
    const own = withRanks(printer, call, prepared);
    ranks.set(call, own.ranks);
    prepared = own;
  }
  const { select, scope } = prepared;
  const columns = new Map<number, Item>();
  for (const [id, item] of select.columns) if (needed.has(id)) columns.set(id, item);
  for (const { column, call } of functions) {
    columns.set(column.id, {
      sql: printAnalytic(printer, call, scope, ranks.get(call)),
      cost: 'computed',
    });
  }
  return wrap({ ...select, columns }, printer.alias('s'));
};

function printAnalytic(
  printer: Printer,
  call: AnalyticCall,
  scope: SqlScope,
  ranks: FrameRanks | undefined,
): Sql {
  const operands = printOperands(printer, call, scope);
  const { distinct, nulls, safe } = call;
  const over = windowText(printer, call, scope, ranks);
  const modifiers = { ...NO_MODIFIERS, distinct, nulls, safe, over };
  const lowered = loweredCall(call, operands.arguments, undefined, modifiers);
  return call.function.lower({ ...lowered, ...operands });
}

function windowText(
  printer: Printer,
  call: AnalyticCall,
  scope: SqlScope,
  ranks: FrameRanks | undefined,
): Sql {
  const partitions = call.partitionBy.map((expression) => printer.expression(expression, scope));
  const [key, ...places] = (ranks ?? []).map((id) => scope.find(id)?.sql ?? NULL);
  const keys = key ? [{ sql: key, direction: 'ASC' }] : windowKeys(printer, call, scope);
  const bound = (own: ResolvedFrameBound, place: Sql | undefined) => {
    if (!key || !place) return boundText(printer, call, own, scope);
    // Ranks begin with 1; `needsRanks` says what is wrong with UNBOUNDED.
    if (own.kind === 'UNBOUNDED PRECEDING') return sql`${key} PRECEDING`;
    return own.offset ? sql`abs(${key} - ${place}) ${own.kind}` : own.kind;
  };
  const parts: Sql[] = [];
  if (partitions.length > 0) parts.push(sql`PARTITION BY ${partitions}`);
  if (isWholePartition(call)) return join(' ', parts);
  if (keys.length > 0) parts.push(sql`ORDER BY ${sortText(keys)}`);
  if (call.frame) {
    const { unit, start, end } = call.frame;
    parts.push(sql`${unit} BETWEEN ${bound(start, places[0])} AND ${bound(end, places[1])}`);
  }
  return join(' ', parts);
}

/**
 * Whether the frame of an aggregate is all of its partition, in any order. With a frame DuckDB 1.5.5 takes seconds for
 * each 100 000 partitions, and sums are wrong from about a million on.
 */
function isWholePartition({ frame, function: { name } }: AnalyticCall): boolean {
  const { allows, kind } = findFunction(name) ?? {};
  const isOrdered = kind !== 'aggregate' || allows?.orderBy === true;
  const ends = [frame?.start.kind, frame?.end.kind];
  return !isOrdered && ends.join() === 'UNBOUNDED PRECEDING,UNBOUNDED FOLLOWING';
}

/** A RANGE frame with a distance allows one sort key only, which becomes an ascending number. */
function windowKeys(printer: Printer, call: AnalyticCall, scope: SqlScope): SortKey[] {
  const [item] = call.windowOrderBy;
  return item && hasDistance(call)
    ? [distanceKey(printer, item, scope)]
    : sortKeys(printer, call.windowOrderBy, scope);
}

function boundText(
  printer: Printer,
  call: AnalyticCall,
  { kind, offset }: ResolvedFrameBound,
  scope: SqlScope,
): Part {
  if (!offset) return kind;
  const distance = printOffset(printer, offset, scope);
  return sql`${hasDistance(call) ? wide(offset, distance, false) : distance} ${kind}`;
}

/** Whether a frame is bounded by a distance from the row's sort key. */
function hasDistance({ frame }: AnalyticCall): boolean {
  return frame?.unit === 'RANGE' && (frame.start.offset ?? frame.end.offset) !== undefined;
}

/**
 * The one sort key of a RANGE frame with a distance. It is ascending, because DuckDB misplaces the bounds of descending
 * frames, and wider than its type, so that a bound beyond the type's range does not overflow.
 */
function distanceKey(printer: Printer, item: ResolvedOrderItem, scope: SqlScope): SortKey {
  const { expression, descending, nulls } = item;
  const key = wide(expression, printer.expression(expression, scope), descending);
  return { sql: key, direction: `ASC NULLS ${nulls}` };
}

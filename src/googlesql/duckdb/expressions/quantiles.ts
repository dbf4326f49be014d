import { sameExpression } from '../../analysis/properties/same-expression.ts';
import type {
  AggregateCall,
  Column,
  FunctionCall,
  ResolvedExpression,
  ResolvedStatement,
  Scan,
} from '../../analysis/resolved/resolved.ts';
import { allScans, everyExpression, expressionsOf } from '../../analysis/resolved/traverse.ts';
import { aggregateText } from '../../functions/core/aggregate-call.ts';
import type { LoweredCall } from '../../functions/core/signatures/signature.ts';
import { type Sql, sql } from '../../functions/core/sql.ts';

/**
 * Optimises APPROX_QUANTILES of which only some places are read.
 *
 * A list of 101 quantiles costs a dozen times as much as one, and queries usually need only `APPROX_QUANTILES(x,
 * 100)[OFFSET(95)]`.
 */

/** For each APPROX_QUANTILES column read at constant places only: a column per place. */
export type QuantilePlaces = ReadonlyMap<number, ReadonlyMap<number, Column>>;

/** Finds the APPROX_QUANTILES calls that need not compute their whole list. */
export function findQuantilePlaces(
  statement: ResolvedStatement,
  newColumn: (type: Column['type']) => Column,
): QuantilePlaces {
  const sizes = new Map<number, number>();
  const scans = allScans(statement.scan);
  for (const scan of scans) addCalls(scan, sizes);
  if (sizes.size === 0) return new Map();
  for (const id of wholeColumns(statement, scans)) sizes.delete(id);
  const reads = new Map<number, number>();
  const placesById = new Map<number, Map<number, Column>>();
  for (const expression of expressionsIn(scans)) {
    if (expression.kind === 'column') count(reads, expression.column.id, 1);
    if (expression.kind !== 'call') continue;
    const place = placeOf(expression);
    if (!place || place.index < 0 || place.index > (sizes.get(place.id) ?? -1)) continue;
    count(reads, place.id, -1);
    const places = placesById.get(place.id) ?? new Map<number, Column>();
    if (!places.has(place.index)) places.set(place.index, newColumn(expression.type));
    placesById.set(place.id, places);
  }
  return new Map([...placesById].filter(([id]) => reads.get(id) === 0));
}

/** The place of a column that a constant subscript reads. */
export function placeOf(
  call: FunctionCall,
): { readonly id: number; readonly index: number } | undefined {
  const base = FIRST_INDEX[call.function.name];
  const [list, place] = call.arguments;
  if (base === undefined || list?.kind !== 'column' || place?.kind !== 'literal') return undefined;
  return typeof place.value === 'bigint'
    ? { id: list.column.id, index: Number(place.value) - base }
    : undefined;
}

/** The subscripts of arrays, with the index of the first element. */
export const FIRST_INDEX: Readonly<Record<string, number>> = {
  $array_at_offset: 0,
  $safe_array_at_offset: 0,
  $array_at_ordinal: 1,
  $safe_array_at_ordinal: 1,
};

function count(counts: Map<number, number>, id: number, by: number): void {
  counts.set(id, (counts.get(id) ?? 0) + by);
}

function addCalls(scan: Scan, sizes: Map<number, number>): void {
  if (scan.kind !== 'aggregate') return;
  for (const { column, call } of scan.aggregates) {
    const size = call.arguments[1];
    const isPlain = call.function.name === 'APPROX_QUANTILES' && call.nulls !== 'RESPECT';
    if (isPlain && !call.safe && size?.kind === 'literal' && typeof size.value === 'bigint') {
      sizes.set(column.id, Number(size.value));
    }
  }
}

/** Columns that their scan passes on unchanged. */
function wholeColumns(statement: ResolvedStatement, scans: readonly Scan[]): number[] {
  const ids = statement.output.map(({ column }) => column.id);
  for (const scan of scans) ids.push(...passedOnIds(scan));
  for (const expression of expressionsIn(scans)) {
    if (expression.kind === 'subquery') ids.push(expression.column.id);
  }
  return ids;
}

function passedOnIds(scan: Scan): number[] {
  if (scan.kind === 'with') {
    return scan.ctes.flatMap(({ columns }) => columns.map(({ column }) => column.id));
  }
  if (scan.kind !== 'set_operation') return [];
  return scan.inputs.flatMap(({ columns }) => columns.map(({ id }) => id));
}

function* expressionsIn(scans: readonly Scan[]): Generator<ResolvedExpression> {
  for (const scan of scans) yield* everyExpression(expressionsOf(scan), 'own');
}

/** One place of an APPROX_QUANTILES call that is read; other aggregates have no place. */
interface QuantilePlace {
  readonly column: Column;
  readonly written: AggregateCall;
  readonly call: LoweredCall;
  readonly place: number | undefined;
}

/** Places of equal calls: the columns by the fraction that is read. */
interface PlaceGroup extends Pick<QuantilePlace, 'written' | 'call'> {
  readonly places: Map<string, number[]>;
}

/**
 * APPROX_QUANTILES places by column. Places of equal calls share one DuckDB aggregate with a short list: it sorts once,
 * where an aggregate per place would sort each time, and one for all 101 places costs three times as much.
 */
export function lowerPlaces(aggregates: readonly QuantilePlace[]): ReadonlyMap<number, Sql> {
  const groups: PlaceGroup[] = [];
  for (const { column, written, call, place } of aggregates) {
    if (place === undefined) continue;
    const known = groups.find((one) => isSameAggregate(one.written, written));
    const group = known ?? { written, call, places: new Map<string, number[]>() };
    if (!known) groups.push(group);
    const fraction = fractionOf(call, place);
    group.places.set(fraction, [...(group.places.get(fraction) ?? []), column.id]);
  }
  const lowered = new Map<number, Sql>();
  for (const { call, places } of groups) {
    const fractions = sql`[${[...places.keys()]}]::DOUBLE[]`;
    const list = aggregateText(call, 'quantile_disc', [call.arguments[0], fractions]);
    [...places.values()].forEach((ids, i) => {
      for (const id of ids) lowered.set(id, sql`list_extract(${list}, ${i + 1})`);
    });
  }
  return lowered;
}

/** Whether calls differ at most in their number of places. */
function isSameAggregate(one: AggregateCall, other: AggregateCall): boolean {
  if (one === other) return true;
  const [left, right] = [one.arguments[0], other.arguments[0]];
  const isPlain = !one.having && !other.having && one.distinct === other.distinct;
  return isPlain && left !== undefined && right !== undefined && sameExpression(left, right);
}

function fractionOf({ literals }: LoweredCall, place: number): string {
  const size = Number(literals[1]);
  return size === 0 ? '0' : String(place / size);
}

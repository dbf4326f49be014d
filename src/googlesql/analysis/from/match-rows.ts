import { resolveCall } from '../../functions/core/signatures/resolve-call.ts';
import { SCALARS, structOf } from '../../types.ts';
import { callExpression } from '../names/fields.ts';
import { columnRef, getField, literal, plainAggregate, withComputed } from '../resolved/build.ts';
import type {
  AggregateCall,
  Column,
  Computed,
  ResolvedExpression,
  Scan,
} from '../resolved/resolved.ts';
import type { Matching, NumberedRows } from './matching.ts';

/** The columns of the rows of matches; an empty match has one row without a symbol. */
export interface MatchColumns {
  /** The keys of PARTITION BY. */
  readonly keys: readonly Column[];
  /** The number of the match in the partition. */
  readonly match: Column;
  /** The number of the row in the match. */
  readonly row: Column;
  /** The letter of the symbol. */
  readonly symbol: Column;
  /** The columns of the input, by those that they were before. */
  readonly moved: ReadonlyMap<Column, Column>;
}

export function matchColumns({ context, input, partitions }: Matching): MatchColumns {
  const { newColumn } = context.session;
  return {
    keys: partitions.map(({ column }) => newColumn(column.name, column.type)),
    match: newColumn('match_number', SCALARS.INT64),
    row: newColumn('match_row_number', SCALARS.INT64),
    symbol: newColumn('symbol', SCALARS.STRING),
    moved: new Map(input.listed.map(({ name, column }) => [column, newColumn(name, column.type)])),
  };
}

/** The rows of all matches, with those columns of the input that are used. */
export function matchRows(
  { node: { at }, context, partitions }: Matching,
  { scan, number, text }: NumberedRows,
  pattern: readonly ResolvedExpression[],
  { keys, match, row, symbol, moved }: MatchColumns,
  used: ReadonlySet<Column>,
): Scan {
  const { newColumn } = context.session;
  const compute = (name: string, expression: ResolvedExpression): Computed => ({
    column: newColumn(name, expression.type),
    expression,
  });
  const add = (left: ResolvedExpression, right: ResolvedExpression) =>
    callExpression('$add', [left, right], at);
  const collect = (name: string, args: readonly ResolvedExpression[]) => {
    const { signature, arguments: coerced, type } = resolveCall(name, args, undefined, at);
    const plain = plainAggregate({ type, function: signature, arguments: coerced });
    const orderBy = [{ expression: number, descending: false, nulls: 'FIRST' } as const];
    const call: AggregateCall = { ...plain, orderBy };
    return { column: newColumn(name, type), call };
  };
  const needed = [...moved].filter(([, column]) => used.has(column));
  const type = structOf(needed.map(([{ name, type }]) => ({ name, type })));
  const fields = needed.map(([column]) => columnRef(column));
  const texts = collect('STRING_AGG', [columnRef(text), literal(SCALARS.STRING, '')]);
  const rows = collect('ARRAY_AGG', [{ kind: 'struct', type, explicit: true, fields }]);
  const aggregates = needed.length > 0 ? [texts, rows] : [texts];
  const groups = partitions.map(({ column }, i) => ({
    column: keys[i] ?? column,
    expression: columnRef(column),
  }));
  const collected: Scan = {
    ...{ kind: 'aggregate', input: scan, groups, sets: undefined, aggregates },
    columns: [...groups, ...aggregates].map(({ column }) => column),
  };
  const matches = callExpression('$match_rows', [columnRef(texts.column), ...pattern], at);
  const found = unnest(collected, matches, newColumn('match', elementOf(matches)), false);
  const list = getField(columnRef(found.element), 1);
  const spread = unnest(found.scan, list, symbol, true);
  const one = literal(SCALARS.INT64, 1n);
  const place = compute(
    'place',
    add(getField(columnRef(found.element), 0), columnRef(spread.offset)),
  );
  const numbered = withComputed(spread.scan, [
    { column: match, expression: add(columnRef(found.offset), one) },
    { column: row, expression: add(columnRef(spread.offset), one) },
    place,
  ]);
  if (needed.length === 0) return numbered;
  const args = [columnRef(rows.column), columnRef(place.column)];
  const own = compute('row', callExpression('$safe_array_at_ordinal', args, at));
  const columns = needed.map(([, column], i) => ({
    column,
    expression: getField(columnRef(own.column), i),
  }));
  return withComputed(withComputed(numbered, [own]), columns);

  function unnest(input: Scan, array: ResolvedExpression, element: Column, outer: boolean) {
    const offset = newColumn('offset', SCALARS.INT64);
    const columns = [...input.columns, element, offset];
    const scan: Scan = {
      ...{ kind: 'array', input, array, element, offset, outer, columns },
      condition: undefined,
    };
    return { scan, element, offset };
  }
}

function elementOf({ type }: ResolvedExpression) {
  return type.kind === 'ARRAY' ? type.element : type;
}

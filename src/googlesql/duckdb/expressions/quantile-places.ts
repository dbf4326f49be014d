import type { Column } from '../../analysis/resolved/resolved.ts';
import type { LoweredCall } from '../../functions/core/signatures/signature.ts';

/** One place of an APPROX_QUANTILES call that is read; other aggregates have no place. */
export interface QuantilePlace {
  readonly column: Column;
  readonly call: LoweredCall;
  readonly place: number | undefined;
}

/**
 * APPROX_QUANTILES places by column. Places of equal calls share one DuckDB aggregate with a short list: it sorts once,
 * where an aggregate per place would sort each time, and one for all 101 places costs three times as much.
 */
export function lowerPlaces(aggregates: readonly QuantilePlace[]): ReadonlyMap<number, string> {
  const groups = new Map<string, Map<string, number[]>>();
  for (const { column, call, place } of aggregates) {
    if (place === undefined) continue;
    const group = groups.get(keyOf(call)) ?? new Map<string, number[]>();
    const fraction = fractionOf(call, place);
    group.set(fraction, [...(group.get(fraction) ?? []), column.id]);
    groups.set(keyOf(call), group);
  }
  const lowered = new Map<number, string>();
  for (const [key, group] of groups) {
    const [head = '', tail = ''] = key.split(SEPARATOR);
    const list = `${head}[${[...group.keys()].join(', ')}]::DOUBLE[])${tail}`;
    [...group.values()].forEach((ids, i) => {
      for (const id of ids) lowered.set(id, `list_extract(${list}, ${i + 1})`);
    });
  }
  return lowered;
}

/** Cannot occur in printed text: DuckDB SQL cannot contain NUL. */
const SEPARATOR = '\0';

/** Identifies the aggregate without its list of places. */
function keyOf({ arguments: args, aggregate }: LoweredCall): string {
  const distinct = aggregate?.distinct ? 'DISTINCT ' : '';
  const filter = aggregate?.filter === undefined ? '' : ` FILTER (WHERE ${aggregate.filter})`;
  return `quantile_disc(${distinct}${args[0]}, ${SEPARATOR}${filter}`;
}

function fractionOf({ literals }: LoweredCall, place: number): string {
  const size = Number(literals[1]);
  return size === 0 ? '0' : String(place / size);
}

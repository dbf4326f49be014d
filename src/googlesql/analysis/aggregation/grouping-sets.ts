import { SqlError } from '../../sql-error.ts';
import type { Expression, GroupingSet, GroupingSets } from '../../syntax/tree/ast.ts';
import type { SelectState } from '../names/context.ts';
import { sameExpression } from '../properties/equal.ts';
import type { Column } from '../resolved/resolved.ts';
import type { GroupKey } from '../resolved/resolved-select.ts';

/** Every set is a pass over the groups. */
const MAX_SETS = 128;

type Sets = readonly (readonly Column[])[];

/** The grouping sets that are meant, each as the columns of its keys. */
export function expandSets(
  { form, elements, at }: GroupingSets,
  keyOf: (node: Expression) => Column,
): Sets {
  const sets = elements.flatMap(
    (element): Sets => (element.form ? expandSets(element, keyOf) : [keysOf(element, keyOf)]),
  );
  const count = form === 'CUBE' ? 2 ** sets.length : sets.length + 1;
  if (count > MAX_SETS)
    throw new SqlError(`More than ${MAX_SETS} grouping sets are not supported`, at);
  if (form === 'ROLLUP') return prefixes(sets);
  return form === 'CUBE' ? subsets(sets) : sets;
}

function keysOf({ items }: GroupingSet, keyOf: (node: Expression) => Column): readonly Column[] {
  return [...new Set(items.map(keyOf))];
}

function prefixes(sets: Sets): Sets {
  return [...sets, []].map((_, i) => union(sets.slice(0, sets.length - i)));
}

function subsets(sets: Sets): Sets {
  return Array.from({ length: 2 ** sets.length }, (_, mask) =>
    union(sets.filter((__, i) => ((mask >> i) & 1) === 0)),
  );
}

function union(sets: Sets): readonly Column[] {
  return [...new Set(sets.flat())];
}

/** The places of the columns of each set among the groups. */
export function placesOf(sets: Sets, groups: readonly Column[]): readonly (readonly number[])[] {
  const places = new Map(groups.map((column, i) => [column, i]));
  return sets.map((columns) => columns.map((column) => places.get(column) ?? -1));
}

/** Refuses GROUPING of anything that is not a key. */
export function checkGroupings(
  { aggregates, select }: SelectState,
  keys: readonly GroupKey[],
): void {
  for (const { call } of aggregates) {
    if (call.function.name !== 'GROUPING') continue;
    const [argument] = call.arguments;
    if (keys.some(({ expression }) => argument && sameExpression(expression, argument))) continue;
    throw new SqlError(
      'GROUPING must have an argument that exists within the group-by expression list',
      select.at,
    );
  }
}

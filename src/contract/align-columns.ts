import { isAscending } from './compare-types.ts';
import type { ContractColumn } from './contract.ts';
import { pairNames } from './pair-names.ts';

/** How the columns of now come from those of before. */
export interface ColumnAlignment {
  readonly removed: readonly ContractColumn[];
  readonly added: readonly { readonly column: ContractColumn; readonly isLast: boolean }[];
  /** Of another name in the same place, with the same type. */
  readonly renamed: readonly ColumnPair[];
  /** Of a name that is the same in GraphQL. */
  readonly respelt: readonly ColumnPair[];
  /** All that are there before and now. */
  readonly pairs: readonly ColumnPair[];
  readonly isReordered: boolean;
}

export type ColumnPair = readonly [before: ContractColumn, now: ContractColumn];

/** Finds out which columns are the same; a renamed one is known by its neighbours and its type. */
export function alignColumns(
  before: readonly ContractColumn[],
  now: readonly ContractColumn[],
  spelling?: (name: string) => string,
): ColumnAlignment {
  const { added, removed, respelt, same } = pairNames(before, now, spelling);
  const known = new Map([...same, ...respelt].map(([one, other]) => [other, one]));
  const renamed = renamedColumns(before, now, known);
  for (const [one, other] of renamed) known.set(other, one);
  const pairs = now.flatMap((column): readonly ColumnPair[] => {
    const earlier = known.get(column);
    return earlier ? [[earlier, column]] : [];
  });
  const last = now.findLastIndex((column) => known.has(column));
  const left = new Set(pairs.map(([one]) => one));
  return {
    removed: removed.filter((column) => !left.has(column)),
    added: added
      .filter((column) => !known.has(column))
      .map((column) => ({ column, isLast: now.indexOf(column) > last })),
    renamed,
    respelt,
    pairs,
    isReordered: !isAscending(pairs.map(([one]) => before.indexOf(one))),
  };
}

/** Where one column alone is gone between two neighbours, and one alone of its type is new there. */
function renamedColumns(
  before: readonly ContractColumn[],
  now: readonly ContractColumn[],
  known: ReadonlyMap<ContractColumn, ContractColumn>,
): readonly ColumnPair[] {
  const later = new Map([...known].map(([other, one]) => [one, other]));
  const gaps = gapsOf(before, (column) => later.get(column)?.name);
  const newGaps = gapsOf(now, (column) => (known.has(column) ? column.name : undefined));
  return [...newGaps].flatMap(([place, added]): readonly ColumnPair[] => {
    const [one, ...others] = gaps.get(place) ?? [];
    const [other, ...more] = added;
    if (!one || !other || others.length + more.length > 0 || one.type !== other.type) return [];
    return [[one, other]];
  });
}

/** Columns without a name that is known, by the names of the known ones before and behind them. */
function gapsOf(
  columns: readonly ContractColumn[],
  nameOf: (column: ContractColumn) => string | undefined,
): ReadonlyMap<string, readonly ContractColumn[]> {
  const gaps = new Map<string, readonly ContractColumn[]>();
  let previous = '';
  let gap: ContractColumn[] = [];
  const close = (next: string) => {
    if (gap.length > 0) gaps.set(JSON.stringify([previous, next]), gap);
    previous = next;
    gap = [];
  };
  for (const column of columns) {
    const name = nameOf(column);
    if (name === undefined) gap.push(column);
    else close(name);
  }
  close('');
  return gaps;
}

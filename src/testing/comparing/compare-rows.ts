import type { Row } from '#googlesql';
import { type Columns, sameRow, sameValue } from './same-value.ts';

/** What differs between the expected rows and those of an answer. */
export type RowDifference =
  | { readonly kind: 'missing'; readonly expected: Row; readonly place: number }
  | { readonly kind: 'unexpected'; readonly actual: Row; readonly place: number }
  | {
      readonly kind: 'changed';
      readonly expected: Row;
      readonly actual: Row;
      /** Of the expected row, from 0. */
      readonly place: number;
      /** The places of the columns that differ. */
      readonly columns: readonly number[];
    };

/** How rows are compared. */
export interface CompareOptions {
  readonly columns: Columns;
  /** Whether the order of rows counts. */
  readonly isList: boolean;
  readonly tolerance: number;
}

/** The differences between expected and answered rows, in the order of the expected ones. */
export function compareRows(
  expected: readonly Row[],
  actual: readonly Row[],
  options: CompareOptions,
): readonly RowDifference[] {
  return options.isList
    ? compareLists(expected, actual, options)
    : compareSets(expected, actual, options);
}

/** Rows that are equal in both, from the beginning and from the end, are left out; the rest is paired by its place. */
function compareLists(
  expected: readonly Row[],
  actual: readonly Row[],
  options: CompareOptions,
): readonly RowDifference[] {
  const same = (i: number, k: number) => {
    const [own, other] = [expected[i], actual[k]];
    return own && other && sameRow(own, other, options.columns, options.tolerance);
  };
  let start = 0;
  while (same(start, start)) start += 1;
  let tail = 0;
  const shorter = Math.min(expected.length, actual.length);
  while (tail < shorter - start && same(expected.length - 1 - tail, actual.length - 1 - tail)) {
    tail += 1;
  }
  const own = expected.slice(start, expected.length - tail);
  const other = actual.slice(start, actual.length - tail);
  return pairUp(
    own.map((row, i) => ({ row, place: start + i })),
    other.map((row, i) => ({ row, place: start + i })),
    options,
  );
}

interface Placed {
  readonly row: Row;
  readonly place: number;
}

function pairUp(
  expected: readonly Placed[],
  actual: readonly Placed[],
  options: CompareOptions,
): readonly RowDifference[] {
  const count = Math.max(expected.length, actual.length);
  return Array.from({ length: count }, (_, i) => i).flatMap((i) =>
    differenceOf(expected[i], actual[i], options),
  );
}

function differenceOf(
  expected: Placed | undefined,
  actual: Placed | undefined,
  { columns, tolerance }: CompareOptions,
): readonly RowDifference[] {
  if (!expected) {
    return actual ? [{ kind: 'unexpected', actual: actual.row, place: actual.place }] : [];
  }
  if (!actual) return [{ kind: 'missing', expected: expected.row, place: expected.place }];
  const differing = columns.flatMap(({ type }, i) => {
    const own = expected.row[i] ?? null;
    return sameValue(own, actual.row[i] ?? null, type, tolerance) ? [] : [i];
  });
  if (differing.length === 0) return [];
  const { place } = expected;
  return [
    { kind: 'changed', expected: expected.row, actual: actual.row, place, columns: differing },
  ];
}

/** Equal rows are left out; each of the rest is paired with the answered row that it has most values in common with. */
function compareSets(
  expected: readonly Row[],
  actual: readonly Row[],
  options: CompareOptions,
): readonly RowDifference[] {
  const left = new Set(actual.map((row, place) => ({ row, place })));
  const missing = expected.flatMap((row, place): readonly Placed[] => {
    const found = firstOf(left, (one) => sameRow(row, one.row, options.columns, options.tolerance));
    if (!found) return [{ row, place }];
    left.delete(found);
    return [];
  });
  const pairs = missing.flatMap((one) => {
    const closest = closestTo(one, left, options);
    if (closest) left.delete(closest);
    return differenceOf(one, closest, options);
  });
  return [...pairs, ...[...left].flatMap((one) => differenceOf(undefined, one, options))];
}

function firstOf(rows: Iterable<Placed>, isWanted: (one: Placed) => boolean): Placed | undefined {
  for (const one of rows) if (isWanted(one)) return one;
  return undefined;
}

/** The row with most equal values; undefined where none has any. */
function closestTo(
  { row }: Placed,
  rows: Iterable<Placed>,
  { columns, tolerance }: CompareOptions,
): Placed | undefined {
  let closest: Placed | undefined;
  let most = 0;
  for (const one of rows) {
    const equal = columns.filter(({ type }, i) =>
      sameValue(row[i] ?? null, one.row[i] ?? null, type, tolerance),
    ).length;
    if (equal <= most) continue;
    closest = one;
    most = equal;
  }
  return closest;
}

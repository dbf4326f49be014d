import { type LedgerLine, NOTHING, type Sums, sumOfSums } from './ledger.ts';

/** What lines can be grouped by, in words of the command line. */
export const GROUPINGS = {
  key: ({ keyId }: LedgerLine) => keyId,
  endpoint: ({ endpoint }: LedgerLine) => endpoint,
  interface: ({ via }: LedgerLine) => via,
} as const satisfies Record<string, (line: LedgerLine) => string>;

/** One of the groupings. */
export type Grouping = keyof typeof GROUPINGS;

/** The sums of one group. */
export interface Group {
  readonly name: string;
  readonly sums: Sums;
}

/** Groups with their sums, those that are billed most first, and the sums of all. */
export function groupLines(
  lines: readonly LedgerLine[],
  by: Grouping,
): { readonly groups: readonly Group[]; readonly total: Sums } {
  const groups = new Map<string, Sums>();
  let total = NOTHING;
  for (const line of lines) {
    const name = GROUPINGS[by](line);
    groups.set(name, sumOfSums(groups.get(name) ?? NOTHING, line));
    total = sumOfSums(total, line);
  }
  const sorted = [...groups].sort(
    ([left, one], [right, other]) =>
      other.billed - one.billed || other.runs - one.runs || (left < right ? -1 : 1),
  );
  return { groups: sorted.map(([name, sums]) => ({ name, sums })), total };
}

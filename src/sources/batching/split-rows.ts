import type { EngineResult } from '../../engines/engine.ts';
import type { Row } from '../../googlesql/index.ts';
import type { Member } from './merge-part.ts';

/** The rows of one member, as a run for it alone would give them. */
export interface MemberRows {
  readonly rows: readonly Row[];
  readonly truncated: boolean;
}

/** A member's key within its group: an INT64 may be a number or a bigint. */
export function memberKey(member: Member): string {
  return String(member);
}

/**
 * Splits the rows of a merged run by `memberKey` and removes the leading member column.
 *
 * The run is ordered by member: if it was truncated, the last member may lack rows, and later members lack all of
 * theirs. Members whose rows are uncertain are omitted.
 */
export function splitRows(
  { rows, truncated }: Pick<EngineResult, 'rows' | 'truncated'>,
  keys: Iterable<string>,
  maxRows: number,
): ReadonlyMap<string, MemberRows> {
  const byMember = new Map<string, Row[]>(Array.from(keys, (key) => [key, []]));
  let last: string | undefined;
  for (const [member, ...row] of rows) {
    last = memberKey(member as Member); // The first column has the parameter's type and is never NULL.
    const own = byMember.get(last);
    if (!own) throw new Error('Cannot split the rows: there is a member that nobody asked for');
    own.push(row);
  }
  const isCertain = (key: string, own: readonly Row[]) =>
    !truncated || own.length > maxRows || (own.length > 0 && key !== last);
  return new Map(
    [...byMember]
      .filter(([key, own]) => isCertain(key, own))
      .map(([key, own]) => [key, { rows: own.slice(0, maxRows), truncated: own.length > maxRows }]),
  );
}

/** Splits a total into `count` integers that differ by at most one. */
export function fairShares(total: number, count: number): readonly number[] {
  const share = Math.floor(total / count);
  const rest = total - share * count;
  return Array.from({ length: count }, (_, index) => share + (index < rest ? 1 : 0));
}

import { hash } from 'node:crypto';
import type { Row, Statement } from '#googlesql';
import { arrayOf, SCALARS } from '#googlesql';
import { ROWS_PARAMETER } from '../../catalog/merging/member-nodes.ts';
import type { MergedStatement } from '../../catalog/merging/merged-statement.ts';
import type { BoundParameter, EngineQuery, EngineResult } from '../../engines/engine.ts';
import { MEMBERS_PARAMETER } from '../../engines/members.ts';

/** How a plan is merged with others that differ in one parameter only. */
export interface MergePart {
  /** SHA-256 in hexadecimal over everything that decides the rows except the values of the parameters in `ways`. */
  readonly familyKey: string;
  /** At least one, of different parameters; plans of a family have ways over the same parameters, in the same order. */
  readonly ways: readonly MergeWay[];
  /** The query of the plan itself, in the same context. */
  queryAt(): EngineQuery;
}

/** How a plan is merged over one parameter. */
export interface MergeWay {
  /** The same over everything that decides the rows except the member. */
  readonly groupKey: string;
  readonly member: Member;
  /** Answers the whole group. */
  statement(): Statement;
  /** The parameters of the group's query. */
  parametersFor(members: readonly Member[]): ReadonlyMap<string, BoundParameter>;
}

/** What decides whether a query is merged, and how to make it: its own statement is compiled only where it runs. */
export interface MergeableQuery extends Pick<EngineQuery, 'maxRows' | 'parameters'> {
  readonly queryAt: () => EngineQuery;
}

/** A merged statement, with its form for the parameters that are absent, which is compiled only where it runs. */
export interface FoldableMerge extends MergedStatement {
  readonly folded: () => Statement;
}

/** A value of the parameter that plans are merged over. */
export type Member = string | number | bigint | boolean;

/**
 * How a query can be merged, with statements over different parameters; undefined if it leaves them all out, which is a
 * different kind of question.
 *
 * `scope` is what decides the rows besides the parameters. The keys cover all other parameters that the merged statement
 * names, including derived ones and the clock: requests on both sides of a time bucket's edge are not merged, nor are
 * those that want different numbers of rows.
 */
export function mergePart(
  statements: readonly FoldableMerge[],
  { maxRows, parameters, queryAt }: MergeableQuery,
  scope: readonly unknown[],
): MergePart | undefined {
  const sent = statements.flatMap((merged) => {
    const bound = parameters.get(merged.parameter);
    return bound && isMember(bound.value) ? [{ ...merged, bound, member: bound.value }] : [];
  });
  if (sent.length === 0) return undefined;
  const names = sent.map(({ parameter }) => parameter);
  const isNamed = (name: string) =>
    sent.some(({ statement }) => statement.resolved.parameters.has(name));
  const named = [...parameters].filter(([name]) => isNamed(name) || names.includes(name));
  const keyWithout = (omitted: readonly string[]) => {
    const others = named.filter(([name]) => !omitted.includes(name));
    return keyOf([...scope, maxRows, names, omitted], others);
  };
  return {
    familyKey: keyWithout(names),
    queryAt,
    ways: sent.map(({ bound, folded, member, parameter }) => ({
      groupKey: keyWithout([parameter]),
      member,
      statement: folded,
      parametersFor: (members) =>
        new Map([
          ...named.filter(([name]) => name !== parameter),
          [MEMBERS_PARAMETER, { type: arrayOf(bound.type), value: members }],
          // One row beyond the limit shows whether rows were cut.
          [ROWS_PARAMETER, { type: SCALARS.INT64, value: BigInt(maxRows + 1) }],
        ]),
    })),
  };
}

function isMember(value: unknown): value is Member {
  return ['string', 'number', 'bigint', 'boolean'].includes(typeof value);
}

function keyOf(
  scope: readonly unknown[],
  shared: readonly (readonly [string, BoundParameter])[],
): string {
  const values = shared.map(([name, { value }]) => [name, value]);
  const text = JSON.stringify([scope, values], (_, value: unknown) =>
    typeof value === 'bigint' ? `${value}n` : value,
  );
  return hash('sha256', text);
}

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
 * Splits the rows of a merged run by the positions of its members, which are the leading column; each member's list is at
 * its position.
 *
 * The run is ordered by member: if it was truncated, the last member may lack rows, and later members lack all of
 * theirs. Members whose rows are uncertain are undefined.
 */
export function splitRows(
  { rows, truncated }: Pick<EngineResult, 'rows' | 'truncated'>,
  count: number,
  maxRows: number,
): readonly (MemberRows | undefined)[] {
  const byMember = Array.from({ length: count }, (): Row[] => []);
  let last = 0;
  for (const [position, ...row] of rows) {
    last = Number(position);
    const own = byMember[last];
    if (!own) throw new Error('Cannot split the rows: there is a member that nobody asked for');
    own.push(row);
  }
  return byMember.map((own, position) =>
    !truncated || own.length > maxRows || position < last
      ? { rows: own.slice(0, maxRows), truncated: own.length > maxRows }
      : undefined,
  );
}

/** Splits a total into `count` integers that differ by at most one. */
export function fairShares(total: number, count: number): readonly number[] {
  const share = Math.floor(total / count);
  const rest = total - share * count;
  return Array.from({ length: count }, (_, index) => share + (index < rest ? 1 : 0));
}

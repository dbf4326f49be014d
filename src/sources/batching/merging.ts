import { hash } from 'node:crypto';
import type { Row, Statement } from '#googlesql';
import { MEMBERS_PARAMETER } from '../../catalog/merging/member-nodes.ts';
import type { MergedStatement } from '../../catalog/merging/merged-statement.ts';
import type { BoundParameter, EngineQuery, EngineResult } from '../../engines/engine.ts';

/** How a plan is merged with others that differ in one parameter only. */
export interface MergePart {
  /** SHA-256 in hexadecimal over everything that decides the rows except the member. */
  readonly groupKey: string;
  readonly member: Member;
  /** The query of the plan itself, in the same context. */
  queryAt(): EngineQuery;
  /** Answers the whole group. */
  readonly statement: Statement;
  /** The parameters of the group's query. */
  parametersFor(members: readonly Member[]): ReadonlyMap<string, BoundParameter>;
}

/** What decides whether a query is merged, and how to make it: its own statement is compiled only where it runs. */
export interface MergeableQuery extends Pick<EngineQuery, 'maxRows' | 'parameters'> {
  readonly queryAt: () => EngineQuery;
}

/** A value of the parameter that plans are merged over. */
export type Member = string | number | bigint;

/**
 * How a query can be merged; undefined if it leaves the parameter out, which is a different kind of question.
 *
 * `scope` is what decides the rows besides the parameters. The group key covers all parameters that the merged
 * statement names, including derived ones and the clock: requests on both sides of a time bucket's edge are not merged,
 * nor are those that want different numbers of rows.
 */
export function mergePart(
  { parameter, statement }: MergedStatement,
  { maxRows, parameters, queryAt }: MergeableQuery,
  scope: readonly (string | null)[],
): MergePart | undefined {
  const bound = parameters.get(parameter);
  if (!bound || !isMember(bound.value)) return undefined;
  const shared = [...parameters].filter(([name]) => statement.resolved.parameters.has(name));
  return {
    groupKey: groupKey([...scope, maxRows], shared),
    member: bound.value,
    queryAt,
    statement,
    parametersFor: (members) =>
      new Map([
        ...shared,
        [MEMBERS_PARAMETER, { type: { kind: 'ARRAY', element: bound.type }, value: members }],
      ]),
  };
}

function isMember(value: unknown): value is Member {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint';
}

function groupKey(
  scope: readonly (string | number | null)[],
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

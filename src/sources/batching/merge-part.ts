import { hash } from 'node:crypto';
import { MEMBERS_PARAMETER } from '../../catalog/merging/member-nodes.ts';
import type { MergedStatement } from '../../catalog/merging/merged-statement.ts';
import type { BoundParameter, EngineQuery } from '../../engines/engine.ts';
import type { Statement } from '../../googlesql/index.ts';

/** How a plan is merged with others that differ in one parameter only. */
export interface MergePart {
  /** SHA-256 in hexadecimal over everything that decides the rows except the member. */
  readonly groupKey: string;
  readonly member: Member;
  /** The query of the plan itself. */
  readonly query: EngineQuery;
  /** Answers the whole group. */
  readonly statement: Statement;
  /** The parameters of the group's query. */
  parametersFor(members: readonly Member[]): ReadonlyMap<string, BoundParameter>;
}

/** A value of the parameter that plans are merged over. */
export type Member = string | number | bigint;

/**
 * How a query can be merged; undefined if it leaves the parameter out, which is a different kind of question.
 *
 * `scope` is what decides the rows besides the parameters. The group key covers all parameters that the merged
 * statement names, including derived ones and the clock: requests on both sides of a time bucket's edge are not merged.
 */
export function mergePart(
  { parameter, statement }: MergedStatement,
  query: EngineQuery,
  scope: readonly (string | null)[],
): MergePart | undefined {
  const { parameters } = query;
  const bound = parameters.get(parameter);
  if (!bound || !isMember(bound.value)) return undefined;
  const shared = [...parameters].filter(([name]) => statement.resolved.parameters.has(name));
  return {
    groupKey: groupKey(scope, shared),
    member: bound.value,
    query,
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
  scope: readonly (string | null)[],
  shared: readonly (readonly [string, BoundParameter])[],
): string {
  const values = shared.map(([name, { value }]) => [
    name,
    typeof value === 'bigint' ? `${value}n` : value,
  ]);
  return hash('sha256', JSON.stringify([scope, values]));
}

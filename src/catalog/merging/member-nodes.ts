import type { Expression, Identifier, UnnestItem } from '../../googlesql/index.ts';

/** The parameter that lists the members of a merged statement. */
export const MEMBERS_PARAMETER = '_members';

/** The column that says which member a row belongs to. */
export const MEMBER_COLUMN = '_member';

/**
 * The range variable of a SELECT that lists the members itself. It differs from the column's name, so that it stays
 * clear which is meant where a CTE with that column is joined to it.
 */
export const MEMBER_VARIABLE = '_each';

/** Where a SELECT finds the member of a row: `_each`, or `cte._member`. */
export type MemberPath = readonly string[];

/** `UNNEST(@_members) AS _each`. */
export function listMembers(at: number): UnnestItem {
  return {
    kind: 'unnest',
    expression: { kind: 'parameter', name: MEMBERS_PARAMETER, at },
    alias: identifier(MEMBER_VARIABLE, at),
    withOffset: undefined,
    at,
  };
}

/** A reference to the member of a row; always a node of its own, as everywhere in a tree. */
export function memberReference(path: MemberPath, at: number): Expression {
  return { kind: 'path', names: path.map((name) => identifier(name, at)), at };
}

/** An identifier of a tree that was not parsed. */
export function identifier(name: string, at: number): Identifier {
  return { name, at };
}

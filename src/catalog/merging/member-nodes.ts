import type { Expression, Identifier, UnnestItem } from '#googlesql';

/** The parameter that lists the members of a merged statement. */
export const MEMBERS_PARAMETER = '_members';

/** The column with the member that a row belongs to. */
export const MEMBER_COLUMN = '_member';

/**
 * The range variable of a SELECT that lists the members itself. Its name differs from the column's to avoid ambiguity
 * where a CTE with that column is joined.
 */
export const MEMBER_VARIABLE = '_each';

/** The path to a row's member in a SELECT: `_each`, or `cte._member`. */
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

/** A reference to a row's member. Always a new node, since trees do not share nodes. */
export function memberReference(path: MemberPath, at: number): Expression {
  return { kind: 'path', names: path.map((name) => identifier(name, at)), at };
}

/** An identifier for a tree that is built instead of parsed. */
export function identifier(name: string, at: number): Identifier {
  return { name, at };
}

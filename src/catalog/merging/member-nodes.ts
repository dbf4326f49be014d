import type { Expression, Identifier, UnnestItem } from '#googlesql';
import { MEMBERS_PARAMETER } from '../../engines/members.ts';

/** The column with the position of the member that a row belongs to, from 0. */
export const MEMBER_COLUMN = '_member';

/** The parameter with the most rows of a member that a merged statement returns. */
export const ROWS_PARAMETER = '_rows';

/**
 * The range variables of a SELECT that lists the members itself: a member's value, and its position. Their names differ
 * from the column's to avoid ambiguity where a CTE with that column is joined.
 */
export const VALUE_VARIABLE = '_each';
export const POSITION_VARIABLE = '_position';

/** How a SELECT knows the member of a row: it lists the members itself, or reads a relation with the member's column. */
export type MemberSource =
  | { readonly kind: 'listed' }
  | { readonly kind: 'carried'; readonly relation: string };

/** The source of a SELECT that lists the members itself. */
export const LISTED: MemberSource = { kind: 'listed' };

/** `UNNEST(@_members) AS _each WITH OFFSET AS _position`. */
export function listMembers(at: number): UnnestItem {
  return {
    kind: 'unnest',
    expression: membersParameter(at),
    alias: identifier(VALUE_VARIABLE, at),
    withOffset: { alias: identifier(POSITION_VARIABLE, at), at },
    at,
  };
}

/** The position of a row's member: `_position`, or `cte._member`. Always a new node, since trees do not share nodes. */
export function positionOf(source: MemberSource, at: number): Expression {
  return source.kind === 'listed'
    ? pathTo([POSITION_VARIABLE], at)
    : pathTo([source.relation, MEMBER_COLUMN], at);
}

/** The value of a row's member: `_each`, or `@_members[SAFE_OFFSET(cte._member)]`, whose offset is always in range. */
export function memberValue(source: MemberSource, at: number): Expression {
  if (source.kind === 'listed') return pathTo([VALUE_VARIABLE], at);
  return {
    kind: 'subscript',
    base: membersParameter(at),
    wrapper: 'SAFE_OFFSET',
    index: positionOf(source, at),
    at,
  };
}

/** `operand IN UNNEST(@_members)`. */
export function isAnyMember(operand: Expression, at: number): Expression {
  return {
    kind: 'in',
    negated: false,
    operand,
    in: { kind: 'unnest', expression: membersParameter(at) },
    at,
  };
}

/** A dotted name. */
export function pathTo(names: readonly string[], at: number): Expression {
  return { kind: 'path', names: names.map((name) => identifier(name, at)), at };
}

/** An identifier for a tree that is built instead of parsed. */
export function identifier(name: string, at: number): Identifier {
  return { name, at };
}

function membersParameter(at: number): Expression {
  return { kind: 'parameter', name: MEMBERS_PARAMETER, at };
}

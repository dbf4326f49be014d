import type { Expression, FromItem, Join, Query } from '#googlesql';
import { checkExpression, type Dependence, isDependent, namesParameter } from './dependence.ts';
import {
  LISTED,
  listMembers,
  MEMBER_COLUMN,
  type MemberSource,
  POSITION_VARIABLE,
  positionOf,
  VALUE_VARIABLE,
} from './member-nodes.ts';

/** A FROM clause for all members. */
export interface MergedFrom {
  readonly from: FromItem;
  /** Undefined if nothing in it depends on the member. */
  readonly member: MemberSource | undefined;
  /** The lower-case names of the relations that have an additional member column. */
  readonly relations: ReadonlySet<string>;
  /** The columns that it has in addition, which `*` must leave out. */
  readonly added: ReadonlySet<string>;
}

/** The context of merging a FROM clause; a derived table is merged by `mergeQuery`. */
export interface FromContext extends Dependence {
  mergeQuery(query: Query): Query;
}

const NONE: ReadonlySet<string> = new Set();

/** Merges a FROM clause: its dependent relations are joined on the member. */
export function mergeFrom(item: FromItem, context: FromContext): MergedFrom {
  if (!isDependent(item, context)) {
    return { from: item, member: undefined, relations: NONE, added: NONE };
  }
  if (item.kind === 'join') return mergeJoin(item, context);
  if (item.kind === 'derived_table') {
    return relation({ ...item, query: context.mergeQuery(item.query) }, item.alias?.name);
  }
  if (item.kind === 'table_path') {
    return relation(item, item.alias?.name ?? item.path[0]?.name);
  }
  if ('input' in item) {
    throw new Error(`has ${item.kind.toUpperCase()} of rows that depend on the parameter`);
  }
  throw new Error('unnests an array that depends on the parameter');
}

function relation(from: FromItem, name: string | undefined): MergedFrom {
  if (name === undefined) throw new Error('has a subquery without alias in a FROM clause');
  return {
    from,
    member: { kind: 'carried', relation: name },
    relations: new Set([name.toLowerCase()]),
    added: new Set([MEMBER_COLUMN]),
  };
}

/** A FROM clause that does not depend on the member, cross-joined with the members. */
export function crossMembers(merged: MergedFrom): MergedFrom & { readonly member: MemberSource } {
  const { from, added } = merged;
  const { at } = from;
  return {
    ...merged,
    from: {
      kind: 'join',
      type: 'CROSS',
      left: from,
      right: listMembers(at),
      condition: undefined,
      at,
    },
    member: LISTED,
    added: new Set([...added, VALUE_VARIABLE, POSITION_VARIABLE]),
  };
}

function mergeJoin(join: Join, context: FromContext): MergedFrom {
  if (join.type === 'RIGHT' || join.type === 'FULL') {
    throw new Error(`has a ${join.type} JOIN of rows that depend on the parameter`);
  }
  const left = mergeFrom(join.left, context);
  const right = mergeFrom(join.right, context);
  if (right.member && join.right.kind === 'join') {
    throw new Error('has parentheses around a join of rows that depend on the parameter');
  }
  const relations = new Set([...left.relations, ...right.relations]);
  checkCondition(join, context, relations);
  return { ...joinMembers(join, left, right), relations };
}

function joinMembers(
  join: Join,
  left: MergedFrom,
  right: MergedFrom,
): Omit<MergedFrom, 'relations'> {
  const from = { ...join, left: left.from, right: right.from };
  const added = new Set([...left.added, ...right.added]);
  if (!right.member) return { from, member: left.member, added };
  if (left.member) {
    return { from: equate(from, left.member, right.member), member: left.member, added };
  }
  if (join.type !== 'LEFT') return { from, member: right.member, added };
  // A left row without a partner belongs to every member.
  const crossed = crossMembers(left);
  return {
    from: equate({ ...from, left: crossed.from }, crossed.member, right.member),
    member: crossed.member,
    added: new Set([...crossed.added, ...added]),
  };
}

/** Adds the condition that both sides belong to the same member. */
function equate(join: Join, left: MemberSource, right: MemberSource): Join {
  const { at, condition } = join;
  if (condition?.kind === 'using') {
    throw new Error('joins rows that depend on the parameter with USING');
  }
  const equality: Expression = {
    kind: 'binary',
    operator: '=',
    left: positionOf(right, at),
    right: positionOf(left, at),
    at,
  };
  const expression: Expression = condition
    ? { kind: 'binary', operator: 'AND', left: condition.expression, right: equality, at }
    : equality;
  return {
    ...join,
    type: join.type === 'LEFT' ? 'LEFT' : 'INNER',
    condition: { kind: 'on', expression },
  };
}

function checkCondition(
  { condition }: Join,
  context: FromContext,
  relations: ReadonlySet<string>,
): void {
  if (condition?.kind !== 'on') return;
  if (namesParameter(condition.expression, context)) {
    throw new Error('names the parameter in the condition of a join');
  }
  checkExpression(condition.expression, context, relations);
}

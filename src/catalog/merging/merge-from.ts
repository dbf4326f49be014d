import type { Expression, FromItem, Join, Query } from '#googlesql';
import { checkExpression, type Dependence, isDependent, namesParameter } from './dependence.ts';
import {
  listMembers,
  MEMBER_COLUMN,
  MEMBER_VARIABLE,
  type MemberPath,
  memberReference,
} from './member-nodes.ts';

/** A FROM clause for all members. */
export interface MergedFrom {
  readonly from: FromItem;
  /** Undefined if nothing in it depends on the member. */
  readonly member: MemberPath | undefined;
  /** The lower-case names of the relations that have an additional member column. */
  readonly relations: ReadonlySet<string>;
}

/** The context of merging a FROM clause; a derived table is merged by `mergeQuery`. */
export interface FromContext extends Dependence {
  mergeQuery(query: Query): Query;
}

const NO_RELATIONS: ReadonlySet<string> = new Set();

/** Merges a FROM clause: its dependent relations are joined on the member. */
export function mergeFrom(item: FromItem, context: FromContext): MergedFrom {
  if (!isDependent(item, context))
    return { from: item, member: undefined, relations: NO_RELATIONS };
  if (item.kind === 'join') return mergeJoin(item, context);
  if (item.kind === 'derived_table') {
    return relation({ ...item, query: context.mergeQuery(item.query) }, item.alias?.name);
  }
  if (item.kind === 'table_path') {
    return relation(item, item.alias?.name ?? item.path[0]?.name);
  }
  if (item.kind === 'pivot' || item.kind === 'unpivot') {
    throw new Error(`has ${item.kind.toUpperCase()} of rows that depend on the parameter`);
  }
  throw new Error('unnests an array that depends on the parameter');
}

function relation(from: FromItem, name: string | undefined): MergedFrom {
  if (name === undefined) throw new Error('has a subquery without alias in a FROM clause');
  return { from, member: [name, MEMBER_COLUMN], relations: new Set([name.toLowerCase()]) };
}

/** Cross-joins a FROM clause that does not depend on the member with the members. */
export function crossMembers(from: FromItem): FromItem {
  const { at } = from;
  return {
    kind: 'join',
    type: 'CROSS',
    left: from,
    right: listMembers(at),
    condition: undefined,
    at,
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
): Pick<MergedFrom, 'from' | 'member'> {
  const from = { ...join, left: left.from, right: right.from };
  if (!right.member) return { from, member: left.member };
  if (left.member) return { from: equate(from, left.member, right.member), member: left.member };
  if (join.type !== 'LEFT') return { from, member: right.member };
  // A left row without a partner belongs to every member.
  const each = [MEMBER_VARIABLE];
  return {
    from: equate({ ...from, left: crossMembers(left.from) }, each, right.member),
    member: each,
  };
}

/** Adds the condition that both sides belong to the same member. */
function equate(join: Join, left: MemberPath, right: MemberPath): Join {
  const { at, condition } = join;
  if (condition?.kind === 'using') {
    throw new Error('joins rows that depend on the parameter with USING');
  }
  const equality: Expression = {
    kind: 'binary',
    operator: '=',
    left: memberReference(right, at),
    right: memberReference(left, at),
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

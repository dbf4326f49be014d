import {
  type AnyNode,
  type Expression,
  type GroupBy,
  mapExpressions,
  type Select,
  type SelectItem,
} from '#googlesql';
import { checkExpression, isParameter } from './dependence.ts';
import {
  identifier,
  MEMBER_COLUMN,
  MEMBER_VARIABLE,
  type MemberPath,
  memberReference,
} from './member-nodes.ts';
import { crossMembers, type FromContext, type MergedFrom, mergeFrom } from './merge-from.ts';

/** The SELECT for all members, with the member as the first column. */
export function mergeSelect(select: Select, context: FromContext): Select {
  checkClauses(select);
  const { from, member, relations } = mergeSource(select, context);
  for (const part of ownParts(select)) checkExpression(part, context, relations);
  const merged: Select = {
    ...select,
    from,
    items: [memberItem(member, select.at), ...select.items],
    groupBy: select.groupBy && groupByMember(select.groupBy, member),
  };
  return replaceParameter(merged, member, context);
}

function mergeSource(
  { from }: Select,
  context: FromContext,
): MergedFrom & { readonly member: MemberPath } {
  if (!from) throw new Error('has a SELECT without FROM that depends on the parameter');
  const { member, ...merged } = mergeFrom(from, context);
  if (member) return { ...merged, member };
  return { ...merged, from: crossMembers(merged.from), member: [MEMBER_VARIABLE] };
}

function checkClauses(select: Select): void {
  const clause = [
    select.distinct && 'SELECT DISTINCT',
    select.as && `SELECT AS ${select.as}`,
    select.qualify && 'QUALIFY',
    select.windows.length > 0 && 'WINDOW',
    select.items.some((item) => item.kind === 'select_star' && !item.of) && 'SELECT *',
  ].find((clause) => typeof clause === 'string');
  if (clause) throw new Error(`has ${clause} on rows that depend on the parameter`);
}

/** All parts except the FROM clause. */
function ownParts({ items, where, groupBy, having }: Select): readonly AnyNode[] {
  return [...items, where, groupBy, having].filter((part) => part !== undefined);
}

function memberItem(member: MemberPath, at: number): SelectItem {
  const isNamed = member.at(-1) === MEMBER_COLUMN;
  return {
    kind: 'select_expression',
    expression: memberReference(member, at),
    alias: isNamed ? undefined : identifier(MEMBER_COLUMN, at),
    at,
  };
}

function groupByMember(groupBy: GroupBy, member: MemberPath): GroupBy {
  if (groupBy.kind !== 'group_by') {
    throw new Error('has GROUP BY ALL or grouping sets on rows that depend on the parameter');
  }
  if (groupBy.items.some(({ kind }) => kind === 'literal')) {
    throw new Error('has GROUP BY with the number of a column');
  }
  return { ...groupBy, items: [memberReference(member, groupBy.at), ...groupBy.items] };
}

/** Derived tables are already merged, so the rest belongs to this SELECT and its rows' subqueries. */
function replaceParameter(select: Select, member: MemberPath, context: FromContext): Select {
  const { at } = select;
  const query = {
    kind: 'query',
    with: undefined,
    body: select,
    orderBy: [],
    limit: undefined,
    offset: undefined,
    at,
  } as const;
  const { body } = mapExpressions(query, (expression) =>
    isParameter(expression, context)
      ? memberReference(member, expression.at)
      : withoutNullBranch(expression),
  );
  if (body.kind !== 'select') throw new Error('Cannot replace the parameter: the SELECT is gone');
  return body;
}

const FALSE = 'false';

/**
 * Removes the first branch of `@p IS NULL OR …` (parameter not sent) after the member has replaced the parameter: no
 * member is NULL. Saves a tenth of a merged run's time.
 */
function withoutNullBranch(expression: Expression): Expression {
  if (expression.kind === 'is' && expression.what === 'NULL' && isMember(expression.operand)) {
    return { kind: 'literal', type: 'BOOL', value: String(expression.negated), at: expression.at };
  }
  if (expression.kind !== 'binary' || expression.operator !== 'OR') return expression;
  if (isFalse(expression.left)) return expression.right;
  return isFalse(expression.right) ? expression.left : expression;
}

/** `checkNames` ensures that nothing else in a tree has these names. */
function isMember(expression: Expression): boolean {
  const name = expression.kind === 'path' ? expression.names.at(-1)?.name : undefined;
  return name === MEMBER_COLUMN || name === MEMBER_VARIABLE;
}

function isFalse(expression: Expression): boolean {
  return expression.kind === 'literal' && expression.type === 'BOOL' && expression.value === FALSE;
}

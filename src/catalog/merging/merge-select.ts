import {
  type AnyNode,
  type Expression,
  type GroupBy,
  mapExpressions,
  needsPipes,
  queryOf,
  type Select,
  type SelectItem,
  selectOf,
} from '#googlesql';
import { checkExpression, isParameter, namesParameter } from './dependence.ts';
import { memberFilter } from './member-filter.ts';
import { shiftOrdinal } from './member-limit.ts';
import {
  identifier,
  LISTED,
  MEMBER_COLUMN,
  type MemberSource,
  memberValue,
  positionOf,
} from './member-nodes.ts';
import { crossMembers, type FromContext, type MergedFrom, mergeFrom } from './merge-from.ts';

/** A SELECT for all members. */
export interface MergedSelect {
  readonly select: Select;
  /** How it knows the member of a row. */
  readonly member: MemberSource;
}

/** The SELECT for all members, with the member's position as the first column. */
export function mergeSelect(select: Select, context: FromContext): MergedSelect {
  checkClauses(select);
  const { from, member, relations, added } = mergeSource(select, context);
  for (const part of ownParts(select, relations)) checkExpression(part, context, relations);
  const merged: Select = {
    ...select,
    from,
    items: [
      memberItem(member, select.at),
      ...select.items.map((item) => withoutAdded(item, added, relations)),
    ],
    groupBy:
      select.groupBy && groupByMember(select.groupBy, member, isValueGrouped(select, context)),
  };
  const { where, ...replaced } = replaceParameter(merged, member, context);
  return { select: { ...replaced, where: filtered(select, where, context) }, member };
}

function mergeSource(
  { from, where }: Select,
  context: FromContext,
): MergedFrom & { readonly member: MemberSource } {
  if (!from) throw new Error('has a SELECT without FROM that depends on the parameter');
  const merged = mergeFrom(from, context);
  const { member } = merged;
  if (member) return { ...merged, member };
  // Each row would be one of every member.
  if (!where || !memberFilter(where, context).compares) {
    throw new Error('does not compare the parameter by equality in WHERE');
  }
  return crossMembers(merged);
}

/** WHERE with the condition that rows of all members meet, which engines know before they read a row. */
function filtered(
  { where: original }: Select,
  where: Expression | undefined,
  context: FromContext,
): Expression | undefined {
  if (!original || !where) return where;
  const { condition } = memberFilter(original, context);
  if (!condition) return where;
  return { kind: 'binary', operator: 'AND', left: where, right: condition, at: where.at };
}

function checkClauses(select: Select): void {
  const clause = [
    select.distinct && 'SELECT DISTINCT',
    select.as && `SELECT AS ${select.as}`,
    select.qualify && 'QUALIFY',
    select.windows.length > 0 && 'WINDOW',
    needsPipes(select) && 'pipe operators',
  ].find((clause) => typeof clause === 'string');
  if (clause) throw new Error(`has ${clause} on rows that depend on the parameter`);
}

/** All parts except the FROM clause, and the relations of `d.*`. */
function ownParts(
  { items, where, groupBy, having }: Select,
  relations: ReadonlySet<string>,
): readonly AnyNode[] {
  const checked = items.flatMap((item): readonly AnyNode[] =>
    relationOf(item, relations) ? replacements(item) : [item],
  );
  return [...checked, where, groupBy, having].filter((part) => part !== undefined);
}

/** Whether an item is `d.*` of a relation that has the member's column. */
function relationOf(item: SelectItem, relations: ReadonlySet<string>): boolean {
  if (item.kind !== 'select_star' || item.of?.kind !== 'path') return false;
  const [first, second] = item.of.names;
  return first !== undefined && !second && relations.has(first.name.toLowerCase());
}

function replacements(item: SelectItem): readonly Expression[] {
  return item.kind === 'select_star' ? item.replace.map(({ expression }) => expression) : [];
}

function memberItem(member: MemberSource, at: number): SelectItem {
  return {
    kind: 'select_expression',
    expression: positionOf(member, at),
    alias: member === LISTED ? identifier(MEMBER_COLUMN, at) : undefined,
    at,
  };
}

/** `*` without the columns that the FROM clause has in addition, and `d.*` without the member's. */
function withoutAdded(
  item: SelectItem,
  added: ReadonlySet<string>,
  relations: ReadonlySet<string>,
): SelectItem {
  if (item.kind !== 'select_star') return item;
  const names = !item.of ? [...added] : relationOf(item, relations) ? [MEMBER_COLUMN] : [];
  return { ...item, except: [...item.except, ...names.map((name) => identifier(name, item.at))] };
}

function groupByMember(groupBy: GroupBy, member: MemberSource, isValueGrouped: boolean): GroupBy {
  if (groupBy.kind !== 'group_by') {
    throw new Error('has GROUP BY ALL or grouping sets on rows that depend on the parameter');
  }
  const { at, items } = groupBy;
  const value = isValueGrouped && member === LISTED ? [memberValue(member, at)] : [];
  return { ...groupBy, items: [positionOf(member, at), ...value, ...items.map(shiftOrdinal)] };
}

/** Whether what is computed of groups names the parameter. */
function isValueGrouped({ items, having }: Select, context: FromContext): boolean {
  return [...items, having].some((part) => part !== undefined && namesParameter(part, context));
}

/** Derived tables are already merged, so the rest belongs to this SELECT and its rows' subqueries. */
function replaceParameter(select: Select, member: MemberSource, context: FromContext): Select {
  const query = mapExpressions(queryOf(select, select.at), (expression) =>
    isParameter(expression, context) ? memberValue(member, expression.at) : expression,
  );
  return selectOf(query);
}

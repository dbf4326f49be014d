import { supportsGrouping } from '../../functions/core/signatures/coercion.ts';
import { isCoercibleLiteral } from '../../functions/core/signatures/supertype.ts';
import { SqlError } from '../../sql-error.ts';
import type { Expression, GroupBy, GroupingSet, GroupingSets } from '../../syntax/tree/ast.ts';
import { shortTypeName } from '../../types.ts';
import { type ClauseContext, resolveApart, type SelectState } from '../names/context.ts';
import { identifierText } from '../names/identifier-text.ts';
import { ExpressionIndex, sameExpression } from '../properties/same-expression.ts';
import { ordinalOf } from '../queries/order-by.ts';
import type { SelectColumn } from '../queries/select-list.ts';
import type { Column, ResolvedExpression } from '../resolved/resolved.ts';
import type { GroupKey } from '../resolved/resolved-select.ts';

type Aliases = ReadonlyMap<string, readonly SelectColumn[]>;

interface Grouped {
  readonly expression: ResolvedExpression;
  readonly item: SelectColumn | undefined;
  readonly at: number;
}

/** The distinct keys of a GROUP BY, and the columns of those that each of its grouping sets has. */
interface ResolvedGroupBy {
  readonly keys: readonly GroupKey[];
  readonly sets: readonly (readonly Column[])[] | undefined;
}

/** The grouping of a SELECT without GROUP BY. */
export const NO_GROUPING: ResolvedGroupBy = { keys: [], sets: undefined };

/** Resolves a GROUP BY. */
export function resolveGroupBy(
  groupBy: GroupBy,
  items: readonly SelectColumn[],
  context: ClauseContext,
): ResolvedGroupBy {
  const aliases = Map.groupBy(items, ({ name }) => name.toLowerCase());
  const keys: GroupKey[] = [];
  const index = new ExpressionIndex<GroupKey>();
  const keyOf = (node: Expression): Column =>
    addKey(resolveGrouped(node, items, aliases, context), keys, index, context).column;
  if (groupBy.kind === 'group_by_sets') {
    const sets = expandSets(groupBy.sets, keyOf);
    if (keys.length === 0 && sets.length > 1) {
      throw new SqlError('GROUPING SETS of no keys is supported for one set alone', groupBy.at);
    }
    // One set is an ordinary GROUP BY.
    return { keys, sets: sets.length === 1 ? undefined : sets };
  }
  if (groupBy.kind === 'group_by') for (const node of groupBy.items) keyOf(node);
  else for (const grouped of groupAll(items)) addKey(grouped, keys, index, context);
  return { keys, sets: undefined };
}

/** The key of an expression, added to those there are; a second name of a key refers to the same column. */
function addKey(
  { expression, item, at }: Grouped,
  keys: GroupKey[],
  index: ExpressionIndex<GroupKey>,
  { session }: ClauseContext,
): GroupKey {
  requireGrouping(expression, at);
  const existing = index.find(expression);
  if (existing) {
    if (item) keys.push({ ...existing, item });
    return existing;
  }
  const column = session.newColumn(columnName(expression, item), expression.type);
  const key = { expression, column, item };
  keys.push(key);
  index.add(expression, key);
  return key;
}

/** The name of a grouped column in messages. */
function columnName(expression: ResolvedExpression, item: SelectColumn | undefined): string {
  return item?.name ?? (expression.kind === 'column' ? expression.column.name : '');
}

/** GROUP BY ALL: every listed column that is neither an aggregate nor a constant. */
function groupAll(items: readonly SelectColumn[]): readonly Grouped[] {
  return items
    .filter(({ seen, expression }) => !seen.aggregate && !seen.window && !isConstant(expression))
    .map((item) => ({ expression: item.expression, item, at: item.at }));
}

function isConstant({ kind }: ResolvedExpression): boolean {
  return kind === 'literal' || kind === 'parameter';
}

function requireGrouping({ type }: ResolvedExpression, at: number): void {
  if (supportsGrouping(type)) return;
  throw new SqlError(`Grouping by expressions of type ${shortTypeName(type)} is not allowed`, at);
}

function resolveGrouped(
  node: Expression,
  items: readonly SelectColumn[],
  aliases: Aliases,
  context: ClauseContext,
): Grouped {
  const ordinal = ordinalOf(node);
  if (ordinal !== undefined) {
    const item = items[ordinal - 1];
    if (item) return groupItem(item, `${ordinal}`, node.at);
    throw new SqlError(`GROUP BY is out of SELECT column number range: ${ordinal}`, node.at);
  }
  const item = node.kind === 'path' ? aliased(node, aliases) : undefined;
  if (item) return groupItem(item, identifierText(item.name), node.at);
  const { expression } = resolveApart(node, context);
  if (isCoercibleLiteral(expression)) {
    throw new SqlError('Cannot GROUP BY literal values', node.at);
  }
  return { expression, item: undefined, at: node.at };
}

function groupItem(item: SelectColumn, text: string, at: number): Grouped {
  const { seen } = item;
  if (!seen.aggregate && !seen.window) return { expression: item.expression, item, at };
  const what = seen.window ? 'an analytic function' : 'an aggregation function';
  throw new SqlError(`Column ${text} contains ${what}, which is not allowed in GROUP BY`, at);
}

/** The SELECT column that a name in GROUP BY refers to: an alias takes precedence over a column of FROM. */
function aliased(
  { names, at }: Extract<Expression, { kind: 'path' }>,
  aliases: Aliases,
): SelectColumn | undefined {
  const [first, ...more] = names;
  const [item, ...others] = aliases.get(first?.name.toLowerCase() ?? '') ?? [];
  if (!item || !first) return undefined;
  const text = identifierText(first.name);
  if (more.length > 0) {
    throw new SqlError(`Cannot GROUP BY field references from SELECT list alias ${text}`, at);
  }
  if (others.length === 0) return item;
  throw new SqlError(
    `Name ${text} in GROUP BY clause is ambiguous; it may refer to multiple columns in the SELECT-list`,
    at,
  );
}

/** Every set is a pass over the groups. */
const MAX_SETS = 128;

type Sets = readonly (readonly Column[])[];

/** The grouping sets that are meant, each as the columns of its keys. */
function expandSets(
  { form, elements, at }: GroupingSets,
  keyOf: (node: Expression) => Column,
): Sets {
  const sets = elements.flatMap(
    (element): Sets => (element.form ? expandSets(element, keyOf) : [keysOf(element, keyOf)]),
  );
  const count = form === 'CUBE' ? 2 ** sets.length : sets.length + 1;
  if (count > MAX_SETS)
    throw new SqlError(`More than ${MAX_SETS} grouping sets are not supported`, at);
  if (form === 'ROLLUP') return prefixes(sets);
  return form === 'CUBE' ? subsets(sets) : sets;
}

function keysOf({ items }: GroupingSet, keyOf: (node: Expression) => Column): readonly Column[] {
  return [...new Set(items.map(keyOf))];
}

function prefixes(sets: Sets): Sets {
  return [...sets, []].map((_, i) => union(sets.slice(0, sets.length - i)));
}

function subsets(sets: Sets): Sets {
  return Array.from({ length: 2 ** sets.length }, (_, mask) =>
    union(sets.filter((__, i) => ((mask >> i) & 1) === 0)),
  );
}

function union(sets: Sets): readonly Column[] {
  return [...new Set(sets.flat())];
}

/** The places of the columns of each set among the groups. */
export function placesOf(sets: Sets, groups: readonly Column[]): readonly (readonly number[])[] {
  const places = new Map(groups.map((column, i) => [column, i]));
  return sets.map((columns) => columns.map((column) => places.get(column) ?? -1));
}

/** Refuses GROUPING of anything that is not a key. */
export function checkGroupings(
  { aggregates, select }: SelectState,
  keys: readonly GroupKey[],
): void {
  for (const { call } of aggregates) {
    if (call.function.name !== 'GROUPING') continue;
    const [argument] = call.arguments;
    if (keys.some(({ expression }) => argument && sameExpression(expression, argument))) continue;
    throw new SqlError(
      'GROUPING must have an argument that exists within the group-by expression list',
      select.at,
    );
  }
}

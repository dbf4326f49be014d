import type { Cursor } from '../../lexer/cursor.ts';
import type {
  Expression,
  GroupBy,
  Identifier,
  OrderItem,
  SelectExpression,
} from '../../tree/ast.ts';
import { equalTrees } from '../../tree/equal-trees.ts';
import { mapKeys } from '../../tree/grouping-keys.ts';
import { mapNodes } from '../../tree/visit.ts';
import { parseOrderItem } from '../query-clauses.ts';
import { parseGroupItem, parseItem, parseItems, parseSets } from '../select.ts';
import { queryStage, type Stage, select } from './stage.ts';

/** Keys come first and are grouped by their place; without keys there is one row, whatever is computed. */
export function parseAggregate(cursor: Cursor, stage: Stage, at: number): Stage {
  const orders: (OrderItem | undefined)[] = [];
  const parseOrdered = (c: Cursor) => {
    const item = parseItem(c);
    orders.push(startsDirection(c) ? ordered(c, 0) : undefined);
    return item;
  };
  const aggregates = cursor.is('GROUP') ? [] : parseItems(cursor, parseOrdered);
  const { groupBy, keys, orderBy } = parseGroups(cursor);
  for (const [i, order] of orders.entries()) {
    if (order) orderBy.push({ ...order, expression: ordinal(keys.length + i + 1, order.at) });
  }
  const items = [...keys, ...aggregates];
  if (items.length === 0) cursor.fail();
  const having = groupBy
    ? undefined
    : ({ kind: 'literal', at, type: 'BOOL', value: 'true' } as const);
  const parts = { items, groupBy, having, pipe: 'AGGREGATE' } as const;
  const { query } = select(stage, at, parts, false);
  return queryStage({ ...query, orderBy });
}

interface Groups {
  readonly groupBy: GroupBy | undefined;
  readonly keys: SelectExpression[];
  readonly orderBy: OrderItem[];
}

function parseGroups(cursor: Cursor): Groups {
  const { at } = cursor;
  const keys: SelectExpression[] = [];
  const orderBy: OrderItem[] = [];
  if (!cursor.accept('GROUP')) return { groupBy: undefined, keys, orderBy };
  const isOrdered = cursor.accept('AND', 'ORDER');
  cursor.expect('BY', isOrdered ? ['BY'] : ['AND', 'BY']);
  const sets = parseSets(cursor);
  if (sets) {
    if (isOrdered) cursor.refuse('GROUP AND ORDER BY of grouping sets is not supported', at);
    const numbered = mapKeys(sets, (key) => ordinal(placeOf(cursor, key, keys), key.at));
    return { groupBy: { kind: 'group_by_sets', at, sets: numbered }, keys, orderBy };
  }
  cursor.list((c) => {
    if (c.is('ALL')) c.refuse('GROUP BY ALL is not supported in pipe operator AGGREGATE');
    keys.push(keyOf(c, parseGroupItem(c), c.alias()));
    if (isOrdered || startsDirection(c)) orderBy.push(ordered(c, keys.length));
  });
  const items = keys.map((key, i) => ordinal(i + 1, key.at));
  return { groupBy: { kind: 'group_by', at, items }, keys, orderBy };
}

function keyOf(cursor: Cursor, expression: Expression, alias?: Identifier): SelectExpression {
  const { at, kind } = expression;
  if (kind === 'literal') cursor.refuse('Cannot GROUP BY literal values', at);
  return { kind: 'select_expression', at, expression, alias };
}

/** The place of a key of grouping sets: one that is there several times is one column. */
function placeOf(cursor: Cursor, expression: Expression, keys: SelectExpression[]): number {
  const key = lowered(expression);
  const index = keys.findIndex((other) => equalTrees(lowered(other.expression), key));
  return index < 0 ? keys.push(keyOf(cursor, expression)) : index + 1;
}

/** An expression with its paths in lower case. */
function lowered(expression: Expression): Expression {
  const leave = (node: Expression): Expression =>
    node.kind === 'path'
      ? { ...node, names: node.names.map((name) => ({ ...name, name: name.name.toLowerCase() })) }
      : node;
  return mapNodes({ expression }, { leave }).expression;
}

function startsDirection(cursor: Cursor): boolean {
  return cursor.is('ASC') || cursor.is('DESC');
}

/** The direction after a key or an aggregate: the rows are ordered by the keys that have one, then by the aggregates. */
function ordered(cursor: Cursor, place: number): OrderItem {
  const { at } = cursor;
  return parseOrderItem(cursor, ordinal(place, at));
}

function ordinal(place: number, at: number): Expression {
  return { kind: 'literal', at, type: 'INT64', value: String(place) };
}

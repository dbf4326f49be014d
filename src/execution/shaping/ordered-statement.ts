import { LRUCache } from 'lru-cache';
import {
  analyze,
  needsPipes,
  type OrderItem,
  parseQuery,
  printIdentifier,
  type Query,
  type Select,
  type Statement,
} from '#googlesql';
import { checkedStatement } from '../../catalog/checked-statement.ts';
import type { PreparedEndpoint, StoredQuery } from '../../catalog/prepare.ts';
import { getOrInsertComputed } from '../../values/memory.ts';
import type { OrderTerm } from './shape.ts';

/** The most orders of a statement that stay compiled. */
const MAX_ORDERS = 64;

const ordered = new WeakMap<Statement, LRUCache<string, Statement>>();

/**
 * A stored statement whose rows the engine orders by these columns, and where they are equal as the statement does. The
 * rows of a statement with a LIMIT are no others.
 */
export function orderedStatement(
  { tables }: PreparedEndpoint,
  { parameters }: Pick<StoredQuery, 'parameters'>,
  statement: Statement,
  orderBy: readonly OrderTerm[],
): Statement {
  const orders = getOrInsertComputed(ordered, statement, () => new LRUCache({ max: MAX_ORDERS }));
  const key = JSON.stringify(orderBy.map(({ index, isDescending }) => [index, isDescending]));
  const compiled = orders.get(key);
  if (compiled) return compiled;
  const tree = withOrder(statement.tree, orderBy);
  const result = checkedStatement(tree, analyze(tree, { tables, parameters }));
  orders.set(key, result);
  return result;
}

function withOrder(tree: Query, orderBy: readonly OrderTerm[]): Query {
  const { body } = tree;
  const items = itemsOf(orderBy);
  if (isInParentheses(tree)) return { ...tree, body: withOrder(tree.body, orderBy) };
  if (!tree.limit && !tree.offset && body.kind !== 'query') {
    return { ...tree, orderBy: [...items, ...tree.orderBy] };
  }
  const isList = body.kind === 'select' && body.as === undefined;
  if (isList && (body.pipe === 'SELECT' || !needsPipes(body))) {
    return overArray({ ...tree, body }, items);
  }
  // The ORDER BY of a set operation names its columns, as one around it does.
  return overSubquery(tree, body.kind === 'set_operation' ? [...items, ...tree.orderBy] : items);
}

/** Whether a query is one in parentheses and nothing more, whose order is its own. */
function isInParentheses(tree: Query): tree is Query & { readonly body: Query } {
  const { body, limit, offset, orderBy } = tree;
  return body.kind === 'query' && !limit && !offset && orderBy.length === 0;
}

/** An array has its elements in the order of its subquery. */
function overArray(
  { with: ctes, ...inner }: Query & { readonly body: Select },
  items: readonly OrderItem[],
): Query {
  const outer = parseQuery(
    'SELECT _row.* FROM UNNEST(ARRAY(SELECT 1)) AS _row WITH OFFSET AS _place ORDER BY _place',
  );
  const query: Query = { ...inner, with: undefined, body: { ...inner.body, as: 'STRUCT' } };
  const { body } = outer;
  if (body.kind !== 'select' || body.from?.kind !== 'unnest') throw new TypeError('No UNNEST');
  const { expression } = body.from;
  if (expression.kind !== 'subquery') throw new TypeError('No ARRAY');
  const from = { ...body.from, expression: { ...expression, query } };
  return { ...outer, with: ctes, body: { ...body, from }, orderBy: [...items, ...outer.orderBy] };
}

function overSubquery({ with: ctes, ...inner }: Query, items: readonly OrderItem[]): Query {
  const outer = parseQuery('SELECT * FROM (SELECT 1) AS _rows');
  const { body } = outer;
  if (body.kind !== 'select' || body.from?.kind !== 'derived_table') throw new TypeError('No FROM');
  const from = { ...body.from, query: { ...inner, with: undefined } };
  return { ...outer, with: ctes, body: { ...body, from }, orderBy: items };
}

function itemsOf(orderBy: readonly OrderTerm[]): readonly OrderItem[] {
  const items = orderBy.map(
    ({ name, isDescending }) => `${printIdentifier(name)}${isDescending ? ' DESC' : ''}`,
  );
  return parseQuery(`SELECT 1 ORDER BY ${items.join(', ')}`).orderBy;
}

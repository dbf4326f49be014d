import { LRUCache } from 'lru-cache';
import {
  analyze,
  type OrderItem,
  parseQuery,
  printIdentifier,
  type Query,
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
 * A stored statement whose rows the engine orders by these columns, and where they are equal as the statement does. Of a
 * statement with a LIMIT, whose rows are no others then, equal rows come in any order.
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
  const items = itemsOf(orderBy);
  if (!tree.limit && !tree.offset && tree.body.kind !== 'query') {
    return { ...tree, orderBy: [...items, ...tree.orderBy] };
  }
  const outer = parseQuery('SELECT * FROM (SELECT 1) AS _rows');
  const { body } = outer;
  if (body.kind !== 'select' || body.from?.kind !== 'derived_table') throw new TypeError('No FROM');
  const { with: ctes, ...inner } = tree;
  const from = { ...body.from, query: { ...inner, with: undefined } };
  return { ...outer, with: ctes, body: { ...body, from }, orderBy: items };
}

function itemsOf(orderBy: readonly OrderTerm[]): readonly OrderItem[] {
  const items = orderBy.map(
    ({ name, isDescending }) => `${printIdentifier(name)}${isDescending ? ' DESC' : ''}`,
  );
  return parseQuery(`SELECT 1 ORDER BY ${items.join(', ')}`).orderBy;
}

import type { Cursor } from '../lexer/cursor.ts';
import type { Cte, Expression, OrderItem } from '../tree/ast.ts';

/** Parses ORDER BY, if present. */
export function parseOrderItems(cursor: Cursor): readonly OrderItem[] {
  if (!cursor.accept('ORDER')) return [];
  cursor.expect('BY');
  return cursor.list((c) => parseOrderItem(c));
}

/** Parses one item of ORDER BY, or what follows its expression. */
export function parseOrderItem(cursor: Cursor, given?: Expression): OrderItem {
  const { at } = cursor;
  const expression = given ?? cursor.expression();
  if (cursor.is('COLLATE')) cursor.refuse('COLLATE is not supported');
  const descending = cursor.accept('DESC');
  if (!descending) cursor.accept('ASC');
  return { at, expression, descending, nulls: parseNullOrder(cursor) };
}

function parseNullOrder(cursor: Cursor): 'FIRST' | 'LAST' | undefined {
  if (!cursor.accept('NULLS')) return undefined;
  if (cursor.accept('FIRST')) return 'FIRST';
  if (cursor.accept('LAST')) return 'LAST';
  return cursor.fail('FIRST', 'LAST');
}

interface Limit {
  readonly limit: Expression | undefined;
  readonly offset: Expression | undefined;
}

/** Parses LIMIT and OFFSET, if present; `isBegun` if LIMIT was read before. */
export function parseLimit(cursor: Cursor, isBegun = false): Limit {
  if (!isBegun && !cursor.accept('LIMIT')) return { limit: undefined, offset: undefined };
  const limit = parseCount(cursor);
  return { limit, offset: cursor.optional('OFFSET', parseCount) };
}

/** Parses an integer literal or a parameter, or a cast of one. */
function parseCount(cursor: Cursor): Expression {
  const isCount = cursor.token.kind === 'integer' || cursor.is('@') || cursor.is('CAST');
  return isCount ? cursor.grammar.primary(cursor) : cursor.fail();
}

/** Parses `name AS (query)`. */
export function parseCte(cursor: Cursor): Cte {
  const { at } = cursor;
  const name = cursor.identifier();
  cursor.expect('AS');
  return { at, name, query: cursor.parenthesizedQuery() };
}

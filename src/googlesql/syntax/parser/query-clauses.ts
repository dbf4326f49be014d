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
  const { at } = cursor;
  const isAll = cursor.accept('ALL');
  const limit = isAll ? undefined : parseCount(cursor);
  const offset = cursor.optional('OFFSET', parseCount);
  const every = { kind: 'literal', at, type: 'INT64', value: MAX_INT64 } as const;
  return { limit: isAll && offset ? every : limit, offset };
}

const MAX_INT64 = '9223372036854775807';

/** Parses an integer literal or a parameter, or a cast of one, perhaps in parentheses. */
function parseCount(cursor: Cursor): Expression {
  const isOpen = cursor.accept('(');
  const isCount = cursor.token.kind === 'integer' || cursor.is('@') || cursor.is('CAST');
  const count = isCount ? cursor.grammar.primary(cursor) : cursor.fail();
  if (isOpen) cursor.expect(')');
  return count;
}

/** Parses `name AS (query)`. */
export function parseCte(cursor: Cursor): Cte {
  const { at } = cursor;
  const name = cursor.identifier();
  cursor.expect('AS');
  return { at, name, query: cursor.parenthesizedQuery() };
}

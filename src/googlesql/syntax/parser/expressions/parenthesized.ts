import type { Cursor } from '../../lexer/cursor.ts';
import type { Expression, Query, Subquery } from '../../tree/ast.ts';
import { continuesQuery, finishQuery } from '../set-operation.ts';

/** The content of parentheses: a query, or one or more expressions. */
export type Parenthesized =
  | { readonly kind: 'query'; readonly query: Query }
  | { readonly kind: 'items'; readonly items: readonly Expression[] };

/**
 * Parses from an opening parenthesis to its closing one. Whether `((…` starts a query or an expression is known only
 * after the inner parentheses, so the content is parsed once and then continued as either.
 */
export function parseParenthesized(cursor: Cursor): Parenthesized {
  return cursor.nest(() => {
    cursor.expect('(');
    if (cursor.startsQuery()) {
      return closeQuery(cursor, cursor.grammar.query(cursor, []));
    }
    if (!cursor.is('(')) return closeItems(cursor, cursor.expression());
    const { at } = cursor;
    const inside = parseParenthesized(cursor);
    if (inside.kind === 'query') {
      if (continuesQuery(cursor)) {
        return closeQuery(cursor, finishQuery(cursor, at, undefined, inside.query));
      }
      if (cursor.is(')')) return closeQuery(cursor, inside.query);
      return closeItems(
        cursor,
        cursor.grammar.continueExpression(cursor, subquery(inside.query, at), at),
      );
    }
    const first = tupleOrItem(cursor, inside.items, at);
    return closeItems(cursor, cursor.grammar.continueExpression(cursor, first, at));
  });
}

/** Parses an expression in parentheses: a subquery, a struct or the expression itself. */
export function parseParenthesizedExpression(cursor: Cursor): Expression {
  const { at } = cursor;
  const inside = parseParenthesized(cursor);
  if (inside.kind === 'query') return subquery(inside.query, at);
  return tupleOrItem(cursor, inside.items, at);
}

function closeQuery(cursor: Cursor, query: Query): Parenthesized {
  cursor.expect(')');
  return { kind: 'query', query };
}

function closeItems(cursor: Cursor, first: Expression): Parenthesized {
  const items = [first];
  while (cursor.accept(',')) items.push(cursor.expression());
  cursor.expect(')', items.length > 1 ? [')', ','] : []);
  return { kind: 'items', items };
}

function tupleOrItem(cursor: Cursor, items: readonly Expression[], at: number): Expression {
  const [only] = items;
  if (items.length === 1 && only !== undefined) {
    cursor.parenthesized = only;
    return only;
  }
  const fields = items.map((expression) => ({ expression, alias: undefined }));
  return { kind: 'struct', at, tuple: true, type: undefined, fields };
}

function subquery(query: Query, at: number): Subquery {
  return { kind: 'subquery', at, modifier: undefined, query };
}

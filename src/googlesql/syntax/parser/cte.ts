import type { Cursor } from '../lexer/cursor.ts';
import type { Cte } from '../tree/ast.ts';

/** Parses `name AS (query)`. */
export function parseCte(cursor: Cursor): Cte {
  const { at } = cursor;
  const name = cursor.identifier();
  cursor.expect('AS');
  return { at, name, query: cursor.parenthesizedQuery() };
}

import type { Cursor } from '../lexer/cursor.ts';
import type { Query, With } from '../tree/ast.ts';
import { parseCte } from './cte.ts';
import { parseFromQuery } from './pipes/pipe.ts';
import { finishQuery, parsePrimary } from './set-operation.ts';

/**
 * Parses a query with its WITH, ORDER BY, LIMIT, OFFSET and pipe operators; `expected` is what a message lists if no query starts here.
 */
export function parseQueryRule(cursor: Cursor, expected: readonly string[]): Query {
  return cursor.nest(() => {
    const { at } = cursor;
    const ctes = parseWith(cursor);
    if (cursor.is('FROM')) return parseFromQuery(cursor, ctes);
    const choices = ctes === undefined ? expected : ['(', 'SELECT', ','];
    return finishQuery(cursor, at, ctes, parsePrimary(cursor, choices));
  });
}

function parseWith(cursor: Cursor): With | undefined {
  const { at } = cursor;
  if (!cursor.accept('WITH')) return undefined;
  const recursive = cursor.accept('RECURSIVE');
  const ctes = [parseCte(cursor)];
  while (cursor.accept(',')) {
    if (cursor.is('SELECT')) {
      cursor.refuse(
        'Syntax error: Trailing comma after the WITH clause before the SELECT clause is not allowed',
      );
    }
    if (!cursor.isIdentifier()) cursor.fail('SELECT');
    ctes.push(parseCte(cursor));
  }
  return { at, recursive, ctes };
}

import type { Cursor } from '../lexer/cursor.ts';
import type { Identifier } from '../tree/ast.ts';

/** Parses `[AS] alias`, if present. */
export function parseAlias(cursor: Cursor): Identifier | undefined {
  if (cursor.accept('AS')) return cursor.identifier();
  return cursor.isIdentifier() ? cursor.identifier() : undefined;
}

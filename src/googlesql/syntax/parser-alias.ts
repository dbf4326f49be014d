import type { Identifier } from './ast.ts';
import type { Cursor } from './cursor.ts';

/** `[AS] alias`, if it is there. */
export function parseAlias(cursor: Cursor): Identifier | undefined {
  if (cursor.accept('AS')) return cursor.identifier();
  return cursor.isIdentifier() ? cursor.identifier() : undefined;
}

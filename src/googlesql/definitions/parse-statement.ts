import type { Cursor, ParseLimits } from '../syntax/lexer/cursor.ts';
import { openText, parseWhole } from '../syntax/parser/parser.ts';
import type { Query } from '../syntax/tree/ast.ts';
import { refuseDeclarations } from './declarations.ts';
import type { FunctionDefinition } from './definition.ts';
import { parseFunction } from './parse-functions.ts';

/** A query with the functions that are defined before it, for it alone. */
export interface HeadedQuery {
  readonly functions: readonly FunctionDefinition[];
  readonly query: Query;
}

/** Parses `CREATE TEMP FUNCTION` statements that are followed by one query. */
export function parseStatement(text: string, limits: ParseLimits = {}): HeadedQuery {
  const cursor = openText(text, limits);
  const functions: FunctionDefinition[] = [];
  refuseDeclarations(cursor);
  while (createsFunction(cursor)) {
    functions.push(parseFunction(cursor, undefined));
    cursor.expect(';');
    refuseDeclarations(cursor);
  }
  return { functions, query: parseWhole(cursor) };
}

/** The objects of CREATE that are functions, or that a text with functions may have in their place. */
const FUNCTIONS: ReadonlySet<string> = new Set(['FUNCTION', 'PROCEDURE', 'AGGREGATE']);

function createsFunction(cursor: Cursor): boolean {
  if (!cursor.is('CREATE')) return false;
  for (let distance = 1; distance < 5; distance += 1) {
    const { kind, key } = cursor.ahead(distance);
    if (kind !== 'word') return false;
    if (FUNCTIONS.has(key)) return true;
  }
  return false;
}

import { SqlError } from '../../sql-error.ts';
import { Cursor, type Grammar, type ParseLimits } from '../lexer/cursor.ts';
import { tokenize } from '../lexer/lexer.ts';
import type { Query } from '../tree/ast.ts';
import { continueExpression, parseExpression, parseOperand } from './expressions/expression.ts';
import { parsePrimary } from './expressions/primary.ts';
import { parsePipes } from './pipes/pipe.ts';
import { parseQueryRule } from './query.ts';
import { parseSelect } from './select.ts';
import { refuseStatement } from './statement-kinds.ts';

const GRAMMAR: Grammar = {
  query: parseQueryRule,
  pipes: parsePipes,
  select: parseSelect,
  expression: parseExpression,
  operand: parseOperand,
  continueExpression,
  primary: parsePrimary,
};

/** The most bytes that a text may have, unless limits say otherwise. */
export const MAX_SQL_BYTES = 65_536;
const DEFAULT_TOKENS = 30_000;

/** Parses a text that contains one query; throws the reference's message for anything else. */
export function parseQuery(text: string, limits: ParseLimits = {}): Query {
  checkText(text, limits.maxBytes ?? MAX_SQL_BYTES);
  const tokens = tokenize(text, limits.maxTokens ?? DEFAULT_TOKENS);
  const cursor = new Cursor(text, tokens, GRAMMAR, limits);
  refuseStatement(cursor);
  const query = parseQueryRule(cursor, []);
  cursor.finish();
  return query;
}

function checkText(text: string, maxBytes: number): void {
  if (text.length > maxBytes || Buffer.byteLength(text) > maxBytes) {
    throw new SqlError(`Query is too long: the limit is ${maxBytes} bytes`, 0);
  }
  if (!text.isWellFormed()) {
    const at = text.search(/\p{Surrogate}/u);
    throw new SqlError('Query string is not valid UTF-8', Math.max(at, 0));
  }
}

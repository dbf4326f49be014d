import { SqlError } from '../../sql-error.ts';
import { Cursor, type Grammar, type ParseLimits } from '../lexer/cursor.ts';
import { tokenize } from '../lexer/lexer.ts';
import type { Expression, Query, With } from '../tree/ast.ts';
import { continueExpression, parseExpression, parseOperand } from './expressions/expression.ts';
import { parsePrimary } from './expressions/primary.ts';
import { parseFromQuery, parsePipes } from './pipes/pipe.ts';
import { parseCte } from './query-clauses.ts';
import { parseSelect } from './select.ts';
import { finishQuery, parseQueryPrimary } from './set-operation.ts';
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
  return parseWhole(openText(text, limits));
}

/** Parses a text that is a condition. */
export function parseCondition(text: string): Expression {
  const cursor = openText(text);
  const condition = cursor.expression();
  cursor.finish();
  return condition;
}

/** Parses one query up to the end of the text. */
export function parseWhole(cursor: Cursor): Query {
  refuseStatement(cursor);
  const query = parseQueryRule(cursor, []);
  cursor.finish();
  return query;
}

/** A cursor at the start of a text, or at the offset `from`. */
export function openText(text: string, limits: ParseLimits = {}, from = 0): Cursor {
  checkText(text, limits.maxBytes ?? MAX_SQL_BYTES);
  const tokens = tokenize(text, limits.maxTokens ?? DEFAULT_TOKENS, from);
  return new Cursor(text, tokens, GRAMMAR, limits);
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

/**
 * Parses a query with its WITH, ORDER BY, LIMIT, OFFSET and pipe operators; `expected` is what a message lists if no query starts here.
 */
function parseQueryRule(cursor: Cursor, expected: readonly string[]): Query {
  return cursor.nest(() => {
    const { at } = cursor;
    const ctes = parseWith(cursor);
    if (cursor.is('FROM')) return parseFromQuery(cursor, ctes);
    const choices = ctes === undefined ? expected : ['(', 'SELECT', ','];
    return finishQuery(cursor, at, ctes, parseQueryPrimary(cursor, choices));
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

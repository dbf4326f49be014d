import type { Cursor } from '../../lexer/cursor.ts';
import type { BinaryOperator, Expression, Is } from '../../tree/ast.ts';
import { parseParenthesized } from './parenthesized.ts';
import { COMPARISON, NOT } from './precedence.ts';

const OPERATORS: ReadonlyMap<string, BinaryOperator> = new Map([
  ...(['=', '!=', '<', '<=', '>', '>='] as const).map((symbol) => [symbol, symbol] as const),
  ['<>', '!='],
]);
const KEYWORDS = new Set(['IS', 'IN', 'LIKE', 'BETWEEN', 'NOT SPECIAL']);

/** Whether a token is a comparison operator; all have the same precedence. */
export function isComparison(key: string): boolean {
  return OPERATORS.has(key) || KEYWORDS.has(key);
}

/** Parses a comparison from its operator; most comparisons directly after it are refused. */
export function parseComparison(cursor: Cursor, left: Expression, at: number): Expression {
  const comparison = compare(cursor, left, at);
  if (isComparison(cursor.key)) checkChain(cursor, comparison);
  return comparison;
}

/**
 * Refuses a chained comparison. After a right operand the reference reports an unexpected token; after IN, IS and the
 * like it asks for parentheses. It accepts anything after IS UNKNOWN, and IS DISTINCT FROM after a comparison without a
 * right operand.
 */
function checkChain(cursor: Cursor, left: Expression): void {
  const { kind } = left;
  const isClosed =
    kind === 'in' || kind === 'is' || (kind === 'like' && left.quantifier !== undefined);
  if (!isClosed) cursor.fail();
  const isDistinct = cursor.are('IS', 'DISTINCT') || cursor.are('IS', 'NOT SPECIAL', 'DISTINCT');
  if (isDistinct || (kind === 'is' && left.what === 'UNKNOWN')) return;
  const { at, key } = cursor.is('NOT SPECIAL') ? cursor.ahead(1) : cursor.token;
  const name = OPERATORS.has(key) ? 'comparison' : key;
  cursor.refuse(`Syntax error: Expression to the left of ${name} must be parenthesized`, at);
}

function compare(cursor: Cursor, left: Expression, at: number): Expression {
  const operator = OPERATORS.get(cursor.key);
  if (operator !== undefined) {
    cursor.next();
    return {
      kind: 'binary',
      at,
      operator,
      left,
      right: cursor.grammar.operand(cursor, COMPARISON + 1),
    };
  }
  if (cursor.is('IS')) return parseIs(cursor, left, at);
  const negated = cursor.accept('NOT SPECIAL');
  switch (cursor.key) {
    case 'IN':
      return parseIn(cursor, left, negated);
    case 'LIKE':
      return parseLike(cursor, left, at, negated);
    case 'BETWEEN':
      return parseBetween(cursor, left, negated);
    default:
      return cursor.fail('BETWEEN', 'IN', 'LIKE');
  }
}

const IS_OPERANDS = ['FALSE', 'NULL', 'TRUE', 'UNKNOWN'] as const satisfies readonly Is['what'][];

function parseIs(cursor: Cursor, operand: Expression, at: number): Expression {
  cursor.expect('IS');
  const negated = cursor.accept('NOT') || cursor.accept('NOT SPECIAL');
  if (cursor.accept('DISTINCT')) {
    cursor.expect('FROM');
    // Unlike after other comparisons, the reference accepts NOT without parentheses here.
    const right = cursor.grammar.operand(cursor, cursor.is('NOT') ? NOT : COMPARISON + 1);
    return { kind: 'distinct_from', at, negated, left: operand, right };
  }
  const what = IS_OPERANDS.find((key) => cursor.accept(key));
  if (what === undefined) cursor.fail(...IS_OPERANDS);
  return { kind: 'is', at, operand, negated, what };
}

function parseIn(cursor: Cursor, operand: Expression, negated: boolean): Expression {
  const { at } = cursor;
  cursor.expect('IN');
  cursor.refuseHint();
  const expression = parseUnnest(cursor);
  if (expression !== undefined) {
    return { kind: 'in', at, negated, operand, in: { kind: 'unnest', expression } };
  }
  if (!cursor.is('(')) cursor.fail('(', 'UNNEST');
  const inside = parseParenthesized(cursor);
  if (inside.kind === 'query') {
    return { kind: 'in', at, negated, operand, in: { kind: 'subquery', query: inside.query } };
  }
  return { kind: 'in', at, negated, operand, in: { kind: 'list', items: inside.items } };
}

function parseUnnest(cursor: Cursor): Expression | undefined {
  if (!cursor.accept('UNNEST')) return undefined;
  cursor.expect('(');
  const expression = cursor.unnested(
    'UNNEST expression used with IN operator does not allow argument aliases inside UNNEST',
  );
  cursor.expect(')');
  return expression;
}

function parseLike(
  cursor: Cursor,
  operand: Expression,
  start: number,
  negated: boolean,
): Expression {
  const { at } = cursor;
  cursor.expect('LIKE');
  const quantifier = parseQuantifier(cursor);
  if (quantifier === undefined) {
    const patterns = [cursor.grammar.operand(cursor, COMPARISON + 1)];
    return { kind: 'like', at: start, negated, operand, quantifier, patterns };
  }
  const array = parseUnnest(cursor);
  if (array) return { kind: 'like', at, negated, operand, quantifier, patterns: [], array };
  if (!cursor.is('(')) cursor.fail('(', 'UNNEST');
  const queryAt = cursor.at;
  const inside = parseParenthesized(cursor);
  if (inside.kind === 'items') {
    return { kind: 'like', at, negated, operand, quantifier, patterns: inside.items };
  }
  const { query } = inside;
  const rows: Expression = { kind: 'subquery', at: queryAt, modifier: 'ARRAY', query };
  return { kind: 'like', at, negated, operand, quantifier, patterns: [], array: rows };
}

function parseQuantifier(cursor: Cursor): 'ANY' | 'ALL' | undefined {
  if (cursor.accept('ANY') || cursor.accept('SOME')) return 'ANY';
  return cursor.accept('ALL') ? 'ALL' : undefined;
}

/** Whether an expression between BETWEEN and AND is grammatical but must be parenthesised. */
function needsParentheses(low: Expression): boolean {
  if (low.kind === 'binary' || low.kind === 'unary') return LOOSE_OPERATORS.has(low.operator);
  if (low.kind === 'is') return low.what !== 'UNKNOWN';
  return low.kind === 'in' || low.kind === 'like' || low.kind === 'between';
}

const LOOSE_OPERATORS = new Set(['AND', 'OR', 'NOT', '=', '!=', '<', '<=', '>', '>=']);

function parseBetween(cursor: Cursor, operand: Expression, negated: boolean): Expression {
  const { at } = cursor;
  cursor.expect('BETWEEN');
  const lowToken = cursor.token;
  const low = cursor.expression();
  cursor.expect('AND BETWEEN', []);
  if (needsParentheses(low) && cursor.parenthesized !== low) {
    cursor.refuse('Syntax error: Expression in BETWEEN must be parenthesized', lowToken.at);
  }
  if (cursor.is('NOT')) cursor.failAt(lowToken);
  const high = cursor.grammar.operand(cursor, COMPARISON + 1);
  return { kind: 'between', at, negated, operand, low, high };
}

import type { Cursor } from '../../lexer/cursor.ts';
import type { BinaryOperator, Expression, Unary } from '../../tree/ast.ts';
import { isComparison, parseComparison } from './comparison.ts';
import { parsePostfix } from './postfix.ts';
import { COMPARISON, NOT, POWERS, UNARY } from './precedence.ts';
import { parsePrimary } from './primary.ts';

/** Parses an expression of any precedence. */
export function parseExpression(cursor: Cursor): Expression {
  return parseOperand(cursor, 0);
}

/** Parses an expression whose operators all bind at least as tightly as `power`. */
export function parseOperand(cursor: Cursor, power: number): Expression {
  return cursor.nest(() => {
    const { at } = cursor;
    return parseOperators(cursor, parsePrefix(cursor, power), at, power);
  });
}

/** Continues an expression after its first operand, which was in parentheses at `at`. */
export function continueExpression(cursor: Cursor, first: Expression, at: number): Expression {
  return parseOperators(cursor, parsePostfix(cursor, first, at), at, 0);
}

function parsePrefix(cursor: Cursor, power: number): Expression {
  const { at, key } = cursor;
  if (key === 'NOT') {
    if (power > NOT) cursor.fail();
    cursor.next();
    return unary('NOT', parseOperand(cursor, NOT), at);
  }
  if (key === '-' || key === '+' || key === '~') {
    cursor.next();
    return unary(key, parseOperand(cursor, UNARY), at);
  }
  return parsePostfix(cursor, parsePrimary(cursor), at);
}

function unary(operator: Unary['operator'], operand: Expression, at: number): Unary {
  return { kind: 'unary', at, operator, operand };
}

function parseOperators(cursor: Cursor, first: Expression, at: number, power: number): Expression {
  let left = first;
  let comparisons = 0;
  for (;;) {
    const { key } = cursor;
    const own = POWERS[key];
    if (own !== undefined && own >= power) {
      cursor.next();
      cursor.count();
      const right = parseOperand(cursor, own + 1);
      left = { kind: 'binary', at, operator: key as BinaryOperator, left, right };
    } else if (COMPARISON >= power && isComparison(key)) {
      comparisons += 1;
      cursor.count(comparisons);
      left = parseComparison(cursor, left, at);
    } else {
      return left;
    }
  }
}

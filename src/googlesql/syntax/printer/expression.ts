import { COMPARISON, NOT, POSTFIX, POWERS, UNARY } from '../parser/expressions/precedence.ts';
import type { Binary, Expression, ExpressionKind, In, Is, Like, Subquery } from '../tree/ast.ts';
import { COMPARISONS, printBeforeAnd, printCall } from './call.ts';
import { printLiteral, printParameter, printPath } from './literal.ts';
import type { TreePrinter } from './printer.ts';
import {
  printArray,
  printCase,
  printCast,
  printExtract,
  printField,
  printInterval,
  printStruct,
  printSubscript,
} from './special.ts';

/** Prints an expression, in parentheses if it binds less tightly than `power`. */
export function printExpression(
  printer: TreePrinter,
  expression: Expression,
  power: number,
): string {
  // The function was selected by the kind, so it accepts the expression.
  const text = (PRINTERS[expression.kind] as Print<ExpressionKind>)(printer, expression);
  return powerOf(expression) < power ? `(${text})` : text;
}

function powerOf(expression: Expression): number {
  if (expression.kind === 'binary') return POWERS[expression.operator] ?? COMPARISON;
  if (expression.kind === 'unary') return expression.operator === 'NOT' ? NOT : UNARY;
  return COMPARISONS.has(expression.kind) ? COMPARISON : POSTFIX;
}

type Print<K extends ExpressionKind> = (
  printer: TreePrinter,
  expression: Extract<Expression, { kind: K }>,
) => string;

const PRINTERS: { readonly [K in ExpressionKind]: Print<K> } = {
  literal: (_, literal) => printLiteral(literal),
  interval: printInterval,
  parameter: (_, { name }) => printParameter(name),
  path: (_, { names }) => printPath(names),
  field: printField,
  subscript: printSubscript,
  unary: printUnary,
  binary: printChain,
  is: printComparison,
  in: printComparison,
  like: printComparison,
  between: printComparison,
  distinct_from: printComparison,
  case: printCase,
  cast: printCast,
  extract: printExtract,
  call: printCall,
  array: printArray,
  struct: printStruct,
  subquery: printSubquery,
};

type ComparisonNode = Extract<
  Expression,
  { kind: 'is' | 'in' | 'like' | 'between' | 'distinct_from' }
>;

function printComparison(printer: TreePrinter, expression: ComparisonNode): string {
  const operand = (side: Expression): string => printer.expression(side, COMPARISON + 1);
  const not = expression.negated ? 'NOT ' : '';
  switch (expression.kind) {
    case 'is':
      return printIs(operand(expression.operand), expression);
    case 'distinct_from':
      return `${operand(expression.left)} IS ${not}DISTINCT FROM ${operand(expression.right)}`;
    case 'between': {
      const low = printBeforeAnd(printer, expression.low);
      return `${operand(expression.operand)} ${not}BETWEEN ${low} AND ${operand(expression.high)}`;
    }
    case 'in':
      return `${operand(expression.operand)} ${not}IN ${printIn(printer, expression)}`;
    case 'like':
      return `${operand(expression.operand)} ${not}LIKE ${printPatterns(printer, expression)}`;
    default:
      return expression satisfies never;
  }
}

function printIs(operand: string, { negated, what }: Is): string {
  return `${operand} IS ${negated ? 'NOT ' : ''}${what}`;
}

function printIn(printer: TreePrinter, { in: what }: In): string {
  switch (what.kind) {
    case 'unnest':
      return `UNNEST(${printer.expression(what.expression, 0)})`;
    case 'subquery':
      return `(${printer.query(what.query)})`;
    case 'list':
      return printList(printer, what.items);
  }
}

/**
 * A single subquery in a list needs a second pair of parentheses, or it would be parsed as the right side of `IN
 * (SELECT …)`.
 */
function printList(printer: TreePrinter, items: readonly Expression[]): string {
  const text = items.map((item) => printer.expression(item, 0)).join(', ');
  return `(${text})`;
}

function printPatterns(printer: TreePrinter, { quantifier, patterns, array }: Like): string {
  if (array) return `${quantifier} UNNEST(${printer.expression(array, 0)})`;
  if (quantifier !== undefined) return `${quantifier} ${printList(printer, patterns)}`;
  return patterns.map((pattern) => printer.expression(pattern, COMPARISON + 1)).join();
}

function printUnary(
  printer: TreePrinter,
  { operator, operand }: Extract<Expression, { kind: 'unary' }>,
): string {
  if (operator === 'NOT') return `NOT ${printer.expression(operand, NOT)}`;
  const text = printer.expression(operand, UNARY);
  // Two consecutive minus signs would start a comment.
  return operator === '-' && text.startsWith('-') ? `- ${text}` : operator + text;
}

/** Operator chains are left-deep and may have thousands of terms, so they are printed without recursion. */
function printChain(printer: TreePrinter, chain: Binary): string {
  const parts: string[] = [];
  let opened = 0;
  let node: Binary = chain;
  for (;;) {
    const power = powerOf(node);
    const isAssociative = POWERS[node.operator] !== undefined;
    parts.push(` ${node.operator} ${printer.expression(node.right, power + 1)}`);
    const { left } = node;
    const least = isAssociative ? power : power + 1;
    if (left.kind !== 'binary') {
      parts.push(printer.expression(left, least));
      break;
    }
    if (powerOf(left) < least) {
      parts.push(')');
      opened += 1;
    }
    node = left;
  }
  return '('.repeat(opened) + parts.reverse().join('');
}

function printSubquery(printer: TreePrinter, { modifier, query }: Subquery): string {
  return `${modifier ?? ''}(${printer.query(query)})`;
}

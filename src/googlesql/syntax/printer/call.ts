import { CURRENT_FUNCTIONS, FUNCTION_KEYWORDS } from '../lexer/keywords.ts';
import { COMPARISON, POSTFIX } from '../parser/expressions/precedence.ts';
import type {
  Argument,
  Call,
  Expression,
  FrameBound,
  OrderItem,
  WindowFrame,
  WindowName,
  WindowSpecification,
} from '../tree/ast.ts';
import { printIdentifier, printPath } from './literal.ts';
import type { TreePrinter } from './printer.ts';

/** Prints a call with its modifiers. */
export function printCall(printer: TreePrinter, call: Call): string {
  const name = printName(call);
  if (!call.parenthesized) return name;
  const { having, nulls, limit, over } = call;
  const inside = [
    call.distinct ? 'DISTINCT ' : '',
    call.star ? '*' : call.arguments.map((argument) => printArgument(printer, argument)).join(', '),
    nulls ? ` ${nulls} NULLS` : '',
    having ? ` HAVING ${having.which} ${printer.expression(having.expression, 0)}` : '',
    printOrderBy(printer, call.orderBy),
    limit ? ` LIMIT ${printer.expression(limit, POSTFIX)}` : '',
  ].join('');
  return `${name}(${inside})${over ? ` OVER ${printWindow(printer, over)}` : ''}`;
}

/** Prints a function's name; reserved function names need no quotes, unless DISTINCT follows. */
function printName({ path, distinct }: Call): string {
  const [only, ...more] = path;
  const key = only?.name.toUpperCase() ?? '';
  const isKeyword = FUNCTION_KEYWORDS.has(key) || CURRENT_FUNCTIONS.has(key);
  const isBare = only !== undefined && more.length === 0 && isKeyword && !distinct;
  return isBare ? only.name : printPath(path);
}

function printArgument(printer: TreePrinter, { name, value }: Argument): string {
  const text = printer.expression(value, 0);
  return name ? `${printIdentifier(name.name)} => ${text}` : text;
}

/** Prints what follows OVER: a name, or a specification in parentheses. */
export function printWindow(
  printer: TreePrinter,
  window: WindowName | WindowSpecification,
): string {
  if (window.kind === 'window_name') return printIdentifier(window.name.name);
  const { base, partitionBy, orderBy, frame } = window;
  const partitions = partitionBy.map((expression) => printer.expression(expression, 0)).join(', ');
  const parts = [
    base ? printIdentifier(base.name) : '',
    partitionBy.length > 0 ? `PARTITION BY ${partitions}` : '',
    printOrderBy(printer, orderBy).trimStart(),
    frame ? printFrame(printer, frame) : '',
  ];
  return `(${parts.filter((part) => part !== '').join(' ')})`;
}

function printFrame(printer: TreePrinter, { unit, start, end }: WindowFrame): string {
  if (end === undefined) return `${unit} ${printBound(printer, start)}`;
  return `${unit} BETWEEN ${printBound(printer, start)} AND ${printBound(printer, end)}`;
}

function printBound(printer: TreePrinter, { kind, offset }: FrameBound): string {
  return offset ? `${printBeforeAnd(printer, offset)} ${kind}` : kind;
}

/** Prints ORDER BY with a leading space, or nothing. */
export function printOrderBy(printer: TreePrinter, items: readonly OrderItem[]): string {
  if (items.length === 0) return '';
  return ` ORDER BY ${items.map((item) => printOrderItem(printer, item)).join(', ')}`;
}

function printOrderItem(printer: TreePrinter, item: OrderItem): string {
  return printer.expression(item.expression, 0) + printDirection(item);
}

/** Prints the direction of a sort key with a leading space; `ascending` is the word for the default. */
export function printDirection({ descending, nulls }: OrderItem, ascending = ''): string {
  const direction = descending ? 'DESC' : ascending;
  return (direction && ` ${direction}`) + (nulls ? ` NULLS ${nulls}` : '');
}

/** Kinds whose text contains no AND outside of brackets. */
const WITHOUT_AND: ReadonlySet<Expression['kind']> = new Set([
  ...(['literal', 'parameter', 'path', 'field', 'subscript', 'cast', 'extract', 'call'] as const),
  ...(['array', 'struct', 'subquery'] as const),
]);

/** Kinds that bind so loosely that the printer parenthesises them as operands of one another. */
export const COMPARISONS: ReadonlySet<Expression['kind']> = new Set([
  ...(['is', 'in', 'like', 'between', 'distinct_from'] as const),
]);

/**
 * Prints an expression between BETWEEN and its AND. The lexer assigns the first AND outside of brackets to BETWEEN,
 * even one inside a CASE, so any expression that could contain another is parenthesised.
 */
export function printBeforeAnd(printer: TreePrinter, expression: Expression): string {
  const text = printer.expression(expression, COMPARISON + 1);
  return isClosed(expression) || COMPARISONS.has(expression.kind) ? text : `(${text})`;
}

function isClosed(expression: Expression): boolean {
  if (expression.kind === 'unary') return isClosed(expression.operand);
  return WITHOUT_AND.has(expression.kind);
}

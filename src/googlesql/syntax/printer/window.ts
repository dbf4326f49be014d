import type {
  FrameBound,
  OrderItem,
  WindowFrame,
  WindowName,
  WindowSpecification,
} from '../tree/ast.ts';
import { printBeforeAnd } from './before-and.ts';
import { printIdentifier } from './literal.ts';
import type { Printer } from './printer.ts';

/** Prints what follows OVER: a name, or a specification in parentheses. */
export function printWindow(printer: Printer, window: WindowName | WindowSpecification): string {
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

function printFrame(printer: Printer, { unit, start, end }: WindowFrame): string {
  if (end === undefined) return `${unit} ${printBound(printer, start)}`;
  return `${unit} BETWEEN ${printBound(printer, start)} AND ${printBound(printer, end)}`;
}

function printBound(printer: Printer, { kind, offset }: FrameBound): string {
  return offset ? `${printBeforeAnd(printer, offset)} ${kind}` : kind;
}

/** Prints ORDER BY with a leading space, or nothing. */
export function printOrderBy(printer: Printer, items: readonly OrderItem[]): string {
  if (items.length === 0) return '';
  return ` ORDER BY ${items.map((item) => printOrderItem(printer, item)).join(', ')}`;
}

function printOrderItem(printer: Printer, { expression, descending, nulls }: OrderItem): string {
  const direction = descending ? ' DESC' : '';
  return printer.expression(expression, 0) + direction + (nulls ? ` NULLS ${nulls}` : '');
}

import type { OrderItem } from '../tree/ast.ts';
import type { Printer } from './printer.ts';

/** Prints ORDER BY with a leading space, or nothing. */
export function printOrderBy(printer: Printer, items: readonly OrderItem[]): string {
  if (items.length === 0) return '';
  return ` ORDER BY ${items.map((item) => printOrderItem(printer, item)).join(', ')}`;
}

function printOrderItem(printer: Printer, { expression, descending, nulls }: OrderItem): string {
  const direction = descending ? ' DESC' : '';
  return printer.expression(expression, 0) + direction + (nulls ? ` NULLS ${nulls}` : '');
}

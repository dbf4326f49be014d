import type { Query } from '../tree/ast.ts';
import { printExpression } from './expression.ts';
import type { Printer } from './printer.ts';
import { printQueryText } from './query.ts';

/** How a tree is printed. */
export interface PrintOptions {
  /** The SQL text to write for a path in FROM: a table, a CTE or an array; by default the path as it is. */
  readonly tableName?: (path: readonly string[]) => string;
}

/** The tree as GoogleSQL text in one canonical spelling; the parser makes an equal tree of it. */
export function printQuery(tree: Query, options: PrintOptions = {}): string {
  const printer: Printer = {
    query: (query) => printQueryText(printer, query),
    expression: (expression, power) => printExpression(printer, expression, power),
    tableName: options.tableName,
  };
  return printer.query(tree);
}

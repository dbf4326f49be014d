import type { Query } from './ast.ts';
import { printExpression } from './print-expression.ts';
import { printQueryText } from './print-query.ts';
import type { Printer } from './printer.ts';

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

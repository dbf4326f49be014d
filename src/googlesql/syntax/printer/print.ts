import type { Query } from '../tree/ast.ts';
import { printExpression } from './expression.ts';
import type { Printer } from './printer.ts';
import { printQueryText } from './query.ts';

/** Options for printing a tree. */
export interface PrintOptions {
  /** The SQL text of a path in FROM: a table, a CTE or an array; default: the path itself. */
  readonly tableName?: (path: readonly string[]) => string;
}

/** Prints the tree as GoogleSQL in one canonical spelling; parsing the text gives an equal tree. */
export function printQuery(tree: Query, options: PrintOptions = {}): string {
  const printer: Printer = {
    query: (query) => printQueryText(printer, query),
    expression: (expression, power) => printExpression(printer, expression, power),
    tableName: options.tableName,
  };
  return printer.query(tree);
}

import type { Expression, Query } from '../tree/ast.ts';

/** The mutually recursive parts of the printer. */
export interface TreePrinter {
  readonly query: (query: Query) => string;
  /** An expression, in parentheses if its operator binds less tightly than `power`. */
  readonly expression: (expression: Expression, power: number) => string;
  /** The text of a table path. */
  readonly tableName: ((path: readonly string[]) => string) | undefined;
}

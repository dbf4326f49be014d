import type { ResolvedStatement } from './analysis/resolved/resolved.ts';
import type { Query } from './syntax/tree/ast.ts';
import type { Type } from './types.ts';

/** An output column of a statement. */
export interface OutputColumn {
  readonly name: string;
  readonly type: Type;
}

/** A checked statement, ready to be printed for any engine. */
export interface Statement {
  /** The syntax tree of the whole statement: stored CTEs, tenant filter and outer SELECT. */
  readonly tree: Query;
  readonly resolved: ResolvedStatement;
  readonly columns: readonly OutputColumn[];
}

import { analyze } from '../analysis/analyze.ts';
import type { ParameterUse } from '../analysis/resolved/parameter-use.ts';
import { SqlError } from '../sql-error.ts';
import type { Query } from '../syntax/tree/ast.ts';
import type { Table } from '../table.ts';
import type { Type } from '../types.ts';
import type { NamedParameter } from './named-parameters.ts';

/** Types of parameters by lower-case name. */
export type ParameterTypes = ReadonlyMap<string, Type>;

/** A statement and its parameters, by lower-case name. */
export interface ParameterisedStatement {
  readonly tree: Query;
  readonly tables: ReadonlyMap<string, Table>;
  /** The types of parameters that are not to be inferred. */
  readonly declared: ParameterTypes;
  readonly named: ReadonlyMap<string, NamedParameter>;
}

/** The uses of the parameters that have no type yet; up to the error, where analysis fails. */
export function collectUses(
  { tree, tables }: ParameterisedStatement,
  parameters: ParameterTypes,
): { readonly uses: readonly ParameterUse[]; readonly error: SqlError | undefined } {
  const uses: ParameterUse[] = [];
  try {
    analyze(tree, { tables, parameters, undeclared: uses });
    return { uses, error: undefined };
  } catch (error) {
    if (error instanceof SqlError) return { uses, error };
    throw error;
  }
}

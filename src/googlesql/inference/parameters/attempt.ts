import { analyze } from '../../analysis/analyze.ts';
import type { ParameterUse } from '../../analysis/resolved/parameter-use.ts';
import type { ResolvedStatement } from '../../analysis/resolved/resolved.ts';
import { SqlError } from '../../sql-error.ts';
import type { Query } from '../../syntax/tree/ast.ts';
import type { Table } from '../../table.ts';
import type { Type } from '../../types.ts';
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

/** What analysis says with the types of some parameters. */
export interface Attempt {
  /** The uses of the other parameters; up to the error, where analysis fails. */
  readonly uses: readonly ParameterUse[];
  readonly error: SqlError | undefined;
  /** Set without an error. */
  readonly resolved: ResolvedStatement | undefined;
}

/** Analyses a statement with the types of some parameters. */
export function attempt(
  { tree, tables }: ParameterisedStatement,
  parameters: ParameterTypes,
): Attempt {
  const uses: ParameterUse[] = [];
  try {
    const resolved = analyze(tree, { tables, parameters, undeclared: uses });
    return { uses, error: undefined, resolved };
  } catch (error) {
    if (error instanceof SqlError) return { uses, error, resolved: undefined };
    throw error;
  }
}

import { refuseEqualNames } from '../analysis/analyze.ts';
import type { ResolvedStatement } from '../analysis/resolved/resolved.ts';
import { analyzeOwnFunctions } from '../definitions/analyze-definitions.ts';
import type { Definitions } from '../definitions/definition.ts';
import { parseStatement } from '../definitions/parse-statement.ts';
import { substitute } from '../definitions/substitute.ts';
import { refuseAbsentPlaces } from '../folding/absent-places.ts';
import { CLOCK_PARAMETER } from '../syntax/parser/pin-clock.ts';
import type { Query } from '../syntax/tree/ast.ts';
import type { Table } from '../table.ts';
import { SCALARS, type Type } from '../types.ts';
import { describeColumns } from './columns/columns.ts';
import type { ParameterTag } from './parameters/named-parameters.ts';
import { type InferredParameter, inferParameters } from './parameters/parameters.ts';
import type { ProvenField } from './proven-type.ts';

/** What a stored statement is inferred with. */
export interface InferenceContext {
  readonly tables: ReadonlyMap<string, Table>;
  readonly definitions: Definitions;
  /** What is said of its parameters; tags of others are errors. */
  readonly tags: (query: Query) => readonly ParameterTag[];
  /** Parameters that no caller sends, by lower-case name. */
  readonly internal?: ReadonlyMap<string, { readonly type: Type; readonly isRequired: boolean }>;
  /** Whether callers may read its CTEs, which then keep their names. */
  readonly publicCtes?: boolean;
  /** Refuses names of columns. @default those that a result of BigQuery cannot have are refused */
  readonly refuseNames?: (inferred: Pick<InferredStatement, 'columns' | 'query'>) => void;
}

/** A stored statement with the types of its parameters and columns. */
export interface InferredStatement {
  /** The query as written. */
  readonly written: Query;
  /** With views and functions in place of their names, and the clock pinned. */
  readonly query: Query;
  readonly resolved: ResolvedStatement;
  /** Those of callers, in the order of their first use. */
  readonly parameters: readonly InferredParameter[];
  /** In the order of the statement. */
  readonly columns: readonly ProvenField[];
}

/** Infers the parameters and the columns of a stored statement; throws an `SqlError`. */
export function inferStatement(
  sql: string,
  {
    tables,
    definitions,
    tags,
    internal = new Map(),
    publicCtes = false,
    refuseNames,
  }: InferenceContext,
): InferredStatement {
  const { functions: own, query: written } = parseStatement(sql);
  const [error] = analyzeOwnFunctions(own, definitions, tables);
  if (error) throw error;
  const whole = substitute(written, { ...definitions, own, publicCtes });
  const declared = new Map([
    ...[...internal].map(([name, { type }]) => [name, type] as const),
    [CLOCK_PARAMETER, SCALARS.TIMESTAMP] as const,
  ]);
  const inference = { tables, tags: tags(whole), declared };
  const { parameters, query, resolved } = inferParameters(whole, inference);
  const required = [...parameters.map((one) => [one.name, one] as const), ...internal].flatMap(
    ([name, { isRequired }]) => (isRequired ? [name.toLowerCase()] : []),
  );
  const columns = describeColumns(resolved, new Set([CLOCK_PARAMETER, ...required]));
  if (refuseNames) refuseNames({ columns, query });
  else refuseEqualNames(resolved.output);
  const types = parameters.map(({ name, type }) => [name.toLowerCase(), type] as const);
  const optional = parameters.filter(({ isRequired }) => !isRequired);
  refuseAbsentPlaces(query, new Map(optional.map(({ name, type }) => [name.toLowerCase(), type])), {
    tables,
    parameters: new Map([...declared, ...types]),
  });
  return { written, query, resolved, parameters, columns };
}

import { type AnalyzeOptions, analyze } from '../analysis/analyze.ts';
import { SqlError } from '../sql-error.ts';
import type { AnyNode, Expression, Parameter, Query } from '../syntax/tree/ast.ts';
import { mapExpressions, nodesIn, nodesOfKind } from '../syntax/tree/visit.ts';
import type { Type } from '../types.ts';
import { FoldedConstants } from './constants.ts';
import { foldAbsent, foldTyped } from './fold-absent.ts';
import { ResolvedTypes } from './resolved-types.ts';

/**
 * Refuses an optional parameter at a place that takes no NULL: LIMIT, OFFSET, the bound of a window, an argument that a
 * function needs. `optional` has the types of those without a default by lower-case name; the options are those that
 * the query is analysed with, the optional parameters among its own. The `SqlError` is at the place, and shows a
 * default to write.
 */
export function refuseAbsentPlaces(
  query: Query,
  optional: ReadonlyMap<string, Type>,
  options: AnalyzeOptions,
): void {
  for (const count of nodesIn(query).flatMap(countsOf)) {
    const parameter = parameterIn(count);
    const type = parameter && optional.get(parameter.name.toLowerCase());
    if (parameter && type) refuse(parameter, type);
  }
  if (optional.size === 0 || takesNulls(query, optional, options)) return;
  const types = new ResolvedTypes(query, options);
  for (const [name, type] of optional) {
    const error = errorOf(() => foldTyped(query, new Map([[name, type]]), options, types));
    if (error) refuseUse(query, name, type, options, error);
  }
}

/**
 * Whether every place of the parameters takes a NULL, those too that folding would take away: then no statement without
 * some of them is refused.
 */
function takesNulls(
  query: Query,
  optional: ReadonlyMap<string, Type>,
  options: AnalyzeOptions,
): boolean {
  const constants = new FoldedConstants();
  const absent = mapExpressions(query, (node) => {
    const type = node.kind === 'parameter' && optional.get(node.name.toLowerCase());
    return type ? constants.null(type, node.at) : node;
  });
  return errorOf(() => analyze(absent, options)) === undefined;
}

/** The expressions of LIMIT and OFFSET, which nothing can fold away. */
function countsOf(node: AnyNode): readonly Expression[] {
  if (!('kind' in node)) return [];
  const counts = node.kind === 'query' ? [node.limit, node.offset] : [];
  if (node.kind === 'call') counts.push(node.limit);
  return counts.filter((count) => count !== undefined);
}

function parameterIn(count: Expression): Parameter | undefined {
  let inner = count;
  while (inner.kind === 'cast') inner = inner.expression;
  return inner.kind === 'parameter' ? inner : undefined;
}

/** Refuses, at the use to blame, what the analyser refuses of the statement without the parameter. */
function refuseUse(
  query: Query,
  name: string,
  type: Type,
  options: AnalyzeOptions,
  error: SqlError,
): never {
  const uses = usesOf(query, name);
  const isToBlame = (use: Parameter) => {
    const [other, own] = alone(query, use);
    return errorOf(() => foldAbsent(other, new Map([[own, type]]), options)) !== undefined;
  };
  const place = uses.find(isToBlame) ?? uses[0];
  if (!place) throw error;
  refuse(place, type, error);
}

/** The `SqlError` that `fold` throws, if it does. */
function errorOf(fold: () => unknown): SqlError | undefined {
  try {
    fold();
    return undefined;
  } catch (error) {
    if (error instanceof SqlError) return error;
    throw error;
  }
}

function usesOf(query: Query, name: string): readonly Parameter[] {
  return nodesOfKind(query, 'parameter').filter((use) => use.name.toLowerCase() === name);
}

/** The query with one use of a parameter under a name of its own, and that name: no name has a blank. */
function alone(query: Query, use: Parameter): [Query, string] {
  const name = `${use.name.toLowerCase()} alone`;
  return [mapExpressions(query, (node) => (node === use ? { ...use, name } : node)), name];
}

function refuse({ name, at }: Parameter, type: Type, cause?: SqlError): never {
  throw new SqlError(
    `@${name} is NULL when it is absent, which this place does not take: write "-- @param ${name} = ${exampleOf(type)}" in the head comment`,
    at,
    { cause },
  );
}

/** A default of a type, as a head comment writes it. */
function exampleOf({ kind }: Type): string {
  if (kind === 'ARRAY') return '[]';
  return EXAMPLES[kind] ?? "''";
}

const EXAMPLES: Readonly<Partial<Record<Type['kind'], string>>> = {
  BOOL: 'TRUE',
  INT64: '10',
  FLOAT64: '0.5',
  NUMERIC: '0.5',
  BIGNUMERIC: '0.5',
  STRING: "','",
  DATE: "DATE '2026-01-01'",
  DATETIME: "DATETIME '2026-01-01 00:00:00'",
  TIMESTAMP: "TIMESTAMP '2026-01-01 00:00:00+00'",
  TIME: "TIME '00:00:00'",
};

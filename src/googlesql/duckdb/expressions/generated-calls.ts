import { literal } from '../../analysis/resolved/build.ts';
import type { FunctionCall, ResolvedExpression } from '../../analysis/resolved/resolved.ts';
import { pattern } from '../../functions/core/lowering.ts';
import { RANDOM, type Sql, sql, volatile } from '../../functions/core/sql.ts';
import { SCALARS, type Type } from '../../types.ts';

const IS_TRUE = '$is_true';

function call(name: string, text: string, type: Type, ...args: ResolvedExpression[]): FunctionCall {
  const signature = { name, kind: 'scalar', lower: pattern(text) } as const;
  return { kind: 'call', type, function: signature, arguments: args, part: undefined, safe: false };
}

/** `value IS NULL` as a generated condition. */
export function isNull(value: ResolvedExpression): FunctionCall {
  return call('$is_null', '($1 IS NULL)', SCALARS.BOOL, value);
}

/** The value if the condition holds, else NULL. */
export function valueIf(condition: ResolvedExpression, value: ResolvedExpression): FunctionCall {
  return call('IF', 'CASE WHEN $1 THEN $2 END', value.type, condition, value);
}

/** The value unless the condition holds, else NULL. */
export function valueUnless(
  condition: ResolvedExpression,
  value: ResolvedExpression,
): FunctionCall {
  const text = 'CASE WHEN $1 THEN NULL ELSE $3 END';
  const nothing = literal(value.type, null);
  return call('$case_no_value', text, value.type, condition, nothing, value);
}

/** Whether the condition is true: NULL counts as false. */
export function isTrue(condition: ResolvedExpression): FunctionCall {
  return call(IS_TRUE, '($1 IS TRUE)', SCALARS.BOOL, condition);
}

/** The condition of an `IS TRUE`; undefined for any other expression. */
export function trueCondition(expression: ResolvedExpression): ResolvedExpression | undefined {
  const isMade = expression.kind === 'call' && expression.function.name === IS_TRUE;
  return isMade ? expression.arguments[0] : undefined;
}

/** The conditions joined with AND; undefined for none. */
export function allConditions(
  conditions: readonly ResolvedExpression[],
): ResolvedExpression | undefined {
  return conditions.reduce<ResolvedExpression | undefined>(
    (left, right) => (left ? call('$and', '($1 AND $2)', SCALARS.BOOL, left, right) : right),
    undefined,
  );
}

/**
 * A list of one stored record. No array of the statement's own: it computes nothing, so that guarded values in it need
 * not be copied from their dictionaries.
 */
export function recordList(record: ResolvedExpression, type: Type): FunctionCall {
  return call('$record_list', '[$1]', type, record);
}

/** The only item of a list, NULL if it is empty; more than one is an error. */
export function onlyItem(list: ResolvedExpression, type: Type): FunctionCall {
  return call('$only', 'gsql_only($1)', type, list);
}

/** Whether any of several comparisons is true; NULL if none is and one is NULL. */
export function anyOf(anyTrue: ResolvedExpression, anyUnknown: ResolvedExpression): FunctionCall {
  const text = 'CASE WHEN $1 THEN true WHEN $2 THEN NULL ELSE false END';
  return call('$any_of', text, SCALARS.BOOL, anyTrue, anyUnknown);
}

/** Whether an expression is `RAND() < 2`, which keeps an optimiser from moving a condition. */
export function isSeal(expression: ResolvedExpression): boolean {
  if (expression.kind !== 'call' || expression.function.name !== '$less') return false;
  const [left, right] = expression.arguments;
  const isRandom = left?.kind === 'call' && left.function.name === 'RAND';
  return isRandom && right?.kind === 'literal' && Number(right.value) >= 1;
}

/**
 * A seal as SQL. DuckDB moves conditions as little through this function as through `random()`, since it may change with
 * each call, and computes it once for 2048 rows instead of 15 ns for each.
 */
export const SEAL = sql`(${volatile('current_query_id()')} >= 0)`;

/**
 * A guarded value that is not read from a column's dictionary.
 *
 * DuckDB evaluates a function once for each entry of a dictionary, those of filtered rows among them, unless it knows
 * that the function may raise an error; it does not look into lambdas for that. A CASE whose condition is true of every
 * row in a vector hands the dictionary on, but COALESCE copies the rows' values if it may have to choose.
 */
export function withoutDictionary(value: Sql): Sql {
  return sql`coalesce(${value}, CASE WHEN ${RANDOM} > 2 THEN NULL END)`;
}

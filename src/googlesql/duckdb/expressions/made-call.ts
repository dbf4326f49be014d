import type { FunctionCall, ResolvedExpression } from '../../analysis/resolved/resolved.ts';
import { pattern } from '../../functions/core/lowering.ts';
import { SCALARS, type Type } from '../../types.ts';

function call(name: string, text: string, type: Type, ...args: ResolvedExpression[]): FunctionCall {
  const signature = { name, kind: 'scalar', lower: pattern(text) } as const;
  return { kind: 'call', type, function: signature, arguments: args, part: undefined, safe: false };
}

/** Whether a value is NULL, as a condition that the printer makes. */
export function isNull(value: ResolvedExpression): FunctionCall {
  return call('$is_null', '($1 IS NULL)', SCALARS.BOOL, value);
}

/** The value where the condition holds, else NULL. */
export function where(condition: ResolvedExpression, value: ResolvedExpression): FunctionCall {
  return call('IF', 'CASE WHEN $1 THEN $2 END', value.type, condition, value);
}

/** The one item of a list, NULL if there is none; more are an error. */
export function onlyItem(list: ResolvedExpression, type: Type): FunctionCall {
  return call('$only', 'gsql_only($1)', type, list);
}

/** Whether one of several comparisons was true, NULL where none was and one was NULL. */
export function anyOf(found: ResolvedExpression, unknown: ResolvedExpression): FunctionCall {
  const text = 'CASE WHEN $1 THEN true WHEN $2 THEN NULL ELSE false END';
  return call('$any_of', text, SCALARS.BOOL, found, unknown);
}

import {
  allConditions,
  conjunctsOf,
  type FunctionCall,
  type ResolvedExpression,
  sameExpression,
  trueCondition,
} from '#googlesql';

/**
 * A conjunction without those of its terms that another term implies: that some entry of a single record's array has a
 * value, and that none has another, is one comparison.
 *
 *     (a = b) IS TRUE AND NOT ((a IS DISTINCT FROM b) IS TRUE)  →  (a = b) IS TRUE
 */
export function withoutImplied(condition: ResolvedExpression): ResolvedExpression {
  const terms = conjunctsOf(condition);
  const equals = terms.flatMap((term) => callOf('$equal', trueCondition(term)) ?? []);
  if (equals.length === 0) return condition;
  const kept = terms.filter((term) => !equals.some((equal) => implies(equal, term)));
  return kept.length === terms.length ? condition : (allConditions(kept) ?? condition);
}

function implies(equal: FunctionCall, term: ResolvedExpression): boolean {
  const [negated] = callOf('$not', term)?.arguments ?? [];
  const distinct = negated && callOf('$is_distinct_from', trueCondition(negated));
  if (!distinct) return false;
  return distinct.arguments.every((side, i) => {
    const other = equal.arguments[i];
    return other !== undefined && sameExpression(side, other);
  });
}

function callOf(name: string, expression: ResolvedExpression | undefined) {
  const isCall = expression?.kind === 'call' && expression.function.name === name;
  return isCall ? expression : undefined;
}

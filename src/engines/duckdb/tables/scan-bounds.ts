import type { ResolvedExpression } from '#googlesql';
import type { BoundParameter } from '../../engine.ts';
import type { ScanPredicates, TimeBound } from '../../scan-predicates.ts';
import type { TimeBounds } from './time-range.ts';
import { withoutCast } from './without-cast.ts';

/**
 * The inclusive time bounds of a scan in microseconds. A NULL parameter gives no bound, although no row satisfies it.
 * Exclusive bounds are treated as inclusive: the query filters anyway, and nothing would be saved here.
 */
export function timeBounds(
  predicates: Pick<ScanPredicates, 'lower' | 'upper'> | undefined,
  parameters: ReadonlyMap<string, BoundParameter>,
): TimeBounds {
  const moments = (bounds: readonly TimeBound[] = []) =>
    bounds.flatMap(({ value }) => momentOf(value, parameters) ?? []);
  return {
    lower: moments(predicates?.lower).reduce<bigint | undefined>(later, undefined),
    upper: moments(predicates?.upper).reduce<bigint | undefined>(earlier, undefined),
  };
}

/** The moment that an expression of parameters and literals gives; undefined if it is NULL, or is not evaluated here. */
function momentOf(
  written: ResolvedExpression,
  parameters: ReadonlyMap<string, BoundParameter>,
): bigint | undefined {
  const expression = withoutCast(written);
  if (expression.kind === 'call') {
    if (!FIRST_OF.has(expression.function.name)) return undefined;
    const [first, ...rest] = expression.arguments;
    const isNull = first?.kind === 'parameter' && constantOf(first, parameters) === null;
    const next = isNull ? { ...expression, arguments: rest } : first;
    return next && momentOf(next, parameters);
  }
  const value = constantOf(expression, parameters);
  return typeof value === 'number' || typeof value === 'bigint' ? BigInt(value) : undefined;
}

/** Functions that give their first argument that is not NULL. */
const FIRST_OF: ReadonlySet<string> = new Set(['COALESCE', 'IFNULL']);

function constantOf(
  expression: ResolvedExpression,
  parameters: ReadonlyMap<string, BoundParameter>,
): unknown {
  if (expression.kind === 'parameter') return parameters.get(expression.name)?.value ?? null;
  return expression.kind === 'literal' ? expression.value : undefined;
}

function later(one: bigint | undefined, other: bigint): bigint {
  return one === undefined || other > one ? other : one;
}

function earlier(one: bigint | undefined, other: bigint): bigint {
  return one === undefined || other < one ? other : one;
}

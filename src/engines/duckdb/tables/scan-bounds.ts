import type { BoundParameter } from '../../engine.ts';
import type { ScanPredicates, TimeBound } from '../../scan-predicates.ts';
import type { TimeBounds } from './time-range.ts';

/**
 * The inclusive time bounds of a scan in microseconds. A NULL parameter gives no bound, although no row satisfies it.
 * Exclusive bounds are treated as inclusive: the query filters anyway, and nothing would be saved here.
 */
export function timeBounds(
  predicates: Pick<ScanPredicates, 'lower' | 'upper'> | undefined,
  parameters: ReadonlyMap<string, BoundParameter>,
): TimeBounds {
  const moments = (bounds: readonly TimeBound[] = []) =>
    bounds.flatMap(({ parameter }) => {
      const value = parameters.get(parameter)?.value;
      return typeof value === 'number' || typeof value === 'bigint' ? [BigInt(value)] : [];
    });
  return {
    lower: moments(predicates?.lower).reduce<bigint | undefined>(later, undefined),
    upper: moments(predicates?.upper).reduce<bigint | undefined>(earlier, undefined),
  };
}

function later(one: bigint | undefined, other: bigint): bigint {
  return one === undefined || other > one ? other : one;
}

function earlier(one: bigint | undefined, other: bigint): bigint {
  return one === undefined || other < one ? other : one;
}

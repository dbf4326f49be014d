import {
  type ResolvedStatement,
  scanPredicates,
  type TableScan,
  type TimeBound,
} from '../../../googlesql/index.ts';
import type { BoundParameter } from '../../engine.ts';
import type { TimeBounds } from './time-range.ts';

/** Names of the parameters that a scan's timestamp is compared with, from below and from above. */
export interface ScanBounds {
  readonly lower: readonly string[];
  readonly upper: readonly string[];
}

/** The time bounds of every scan of a log table. */
export function readScanBounds(statement: ResolvedStatement): ReadonlyMap<TableScan, ScanBounds> {
  return new Map(
    scanPredicates(statement).map(({ scan, lower, upper }) => [
      scan,
      { lower: lower.map(nameOf), upper: upper.map(nameOf) },
    ]),
  );
}

/** Whether a bound is included is left to the query itself: here it would save nothing. */
function nameOf({ parameter }: TimeBound): string {
  return parameter;
}

/** The bounds in microseconds; a parameter that is NULL does not bound, though no row passes it. */
export function timeBounds(
  bounds: ScanBounds | undefined,
  parameters: ReadonlyMap<string, BoundParameter>,
): TimeBounds {
  const moments = (names: readonly string[] = []) =>
    names.flatMap((name) => {
      const value = parameters.get(name)?.value;
      return typeof value === 'number' || typeof value === 'bigint' ? [BigInt(value)] : [];
    });
  return {
    lower: moments(bounds?.lower).reduce<bigint | undefined>(later, undefined),
    upper: moments(bounds?.upper).reduce<bigint | undefined>(earlier, undefined),
  };
}

function later(one: bigint | undefined, other: bigint): bigint {
  return one === undefined || other > one ? other : one;
}

function earlier(one: bigint | undefined, other: bigint): bigint {
  return one === undefined || other < one ? other : one;
}

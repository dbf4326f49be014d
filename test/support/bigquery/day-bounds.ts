import type { TimeBounds } from '../../../src/engines/duckdb/tables/time-range.ts';
import type { BoundParameter } from '../../../src/engines/engine.ts';
import type { ScanPredicates, TimeBound } from '../../../src/engines/scan-predicates.ts';
import type { ResolvedExpression } from '../../../src/googlesql/analysis/resolved/resolved.ts';

type Parameters = ReadonlyMap<string, BoundParameter>;

/** The bounds of a scan whose table is partitioned by a DATE or a DATETIME, in microseconds. */
export function dayBounds({ lower, upper }: ScanPredicates, parameters: Parameters): TimeBounds {
  const moments = (bounds: readonly TimeBound[]) =>
    bounds.flatMap(({ value }) => momentOf(textOf(value, parameters)) ?? []);
  const [first, ...later] = moments(lower);
  const [last, ...earlier] = moments(upper);
  return {
    lower: later.reduce((one, other) => (other > (one ?? other) ? other : one), first),
    upper: earlier.reduce((one, other) => (other < (one ?? other) ? other : one), last),
  };
}

/** The text of a constant expression of a DATE or a DATETIME; undefined if it is NULL, or of another form. */
function textOf(expression: ResolvedExpression, parameters: Parameters): string | undefined {
  if (expression.kind === 'cast') return textOf(expression.expression, parameters);
  if (expression.kind === 'call') {
    if (!['COALESCE', 'IFNULL'].includes(expression.function.name)) return undefined;
    return expression.arguments.map((one) => textOf(one, parameters)).find((text) => text);
  }
  const value =
    expression.kind === 'parameter'
      ? parameters.get(expression.name)?.value
      : expression.kind === 'literal' && expression.value;
  return typeof value === 'string' ? value : undefined;
}

function momentOf(text: string | undefined): bigint | undefined {
  const ms = Date.parse(`${text?.slice(0, 10)}T00:00:00Z`);
  return Number.isNaN(ms) ? undefined : BigInt(ms) * 1_000n;
}

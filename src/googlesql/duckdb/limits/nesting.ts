import type { ResolvedStatement, Scan } from '../../analysis/resolved/resolved.ts';
import { inputsOf, subqueriesOf } from '../../analysis/resolved/traverse.ts';
import { SqlError } from '../../sql-error.ts';
import { TOO_COMPLEX } from './text-budget.ts';

/**
 * DuckDB plans the input of an aggregation, and of windows with partitions, twice when it pushes filters down, so that each
 * level doubles the time: 16 levels take 40 to 200 ms, 20 a second, 26 half a minute.
 */
const MAX_LEVELS = 16;

/** Refuses aggregations and windows over each other, deeper than DuckDB can plan. */
export function checkNesting({ scan }: ResolvedStatement): void {
  if (new Levels().of(scan) > MAX_LEVELS) throw new SqlError(TOO_COMPLEX);
}

/** Levels in a scan, following references to CTEs, which DuckDB inlines. */
class Levels {
  readonly #ofCte = new Map<number, number>();

  of(scan: Scan): number {
    if (scan.kind === 'with_ref') return this.#ofCte.get(scan.cteId) ?? 0;
    if (scan.kind === 'with') {
      for (const cte of scan.ctes) this.#ofCte.set(cte.id, this.of(cte.scan));
      return this.of(scan.body);
    }
    const below = [...inputsOf(scan), ...subqueriesOf(scan)].map((input) => this.of(input));
    return Math.max(0, ...below) + (isPlannedTwice(scan) ? 1 : 0);
  }
}

function isPlannedTwice(scan: Scan): boolean {
  if (scan.kind === 'aggregate') return true;
  return scan.kind === 'analytic' && scan.functions.some(({ call }) => call.partitionBy.length > 0);
}

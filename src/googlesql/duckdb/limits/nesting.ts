import type { ResolvedStatement, Scan } from '../../analysis/resolved/resolved.ts';
import { allScans, conjunctsOf, inputsOf, subqueriesOf } from '../../analysis/resolved/traverse.ts';
import { SqlError } from '../../sql-error.ts';
import { TOO_COMPLEX } from './text-budget.ts';

/**
 * DuckDB plans the input of an aggregation, and of windows with partitions, twice when it pushes filters down, so that each
 * level doubles the time: 16 levels take 40 to 200 ms, 20 a second, 26 half a minute.
 */
const MAX_LEVELS = 16;

/** DuckDB derives equalities from each other: 190 of one join take a second, 400 five. */
const MAX_EQUALITIES = 200;

/** Refuses aggregations and windows over each other, deeper than DuckDB can plan, and more equalities than it can. */
export function checkNesting({ scan }: ResolvedStatement): void {
  const equalities = allScans(scan).reduce((sum, one) => sum + equalitiesIn(one), 0);
  if (equalities > MAX_EQUALITIES || new Levels().of(scan) > MAX_LEVELS) {
    throw new SqlError(TOO_COMPLEX);
  }
}

/** The equalities of two values that are no constants in the condition of a filter or a join. */
function equalitiesIn(scan: Scan): number {
  if ((scan.kind !== 'filter' && scan.kind !== 'join') || !scan.condition) return 0;
  return conjunctsOf(scan.condition).filter(
    (term) =>
      term.kind === 'call' &&
      term.function.name === '$equal' &&
      term.arguments.every(({ kind }) => kind !== 'literal' && kind !== 'parameter'),
  ).length;
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

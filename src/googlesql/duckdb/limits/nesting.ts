import type { ResolvedStatement, Scan } from '../../analysis/resolved/resolved.ts';
import { conjunctsOf, inputsOf, subqueriesOf } from '../../analysis/resolved/traverse.ts';
import { SqlError } from '../../sql-error.ts';
import { TOO_COMPLEX } from './text-budget.ts';

/**
 * DuckDB plans the input of an aggregation, and of windows with partitions, twice when it pushes filters down, so that each
 * level doubles the time: 16 levels take 40 to 200 ms, 20 a second, 26 half a minute.
 */
const MAX_LEVELS = 16;

/** DuckDB compares equalities that are joined with AND with each other: 150 take a second, 400 five. */
const MAX_EQUALITIES = 150;

/** Refuses aggregations and windows over each other, deeper than DuckDB can plan, and more equalities than it can. */
export function checkNesting({ scan }: ResolvedStatement): void {
  const levels = new ScanFigure((one, below) => Math.max(0, ...below) + levelsOf(one));
  const equalities = new ScanFigure((one, below) =>
    below.reduce((sum, n) => sum + n, equalitiesIn(one)),
  );
  if (levels.of(scan) > MAX_LEVELS || equalities.of(scan) > MAX_EQUALITIES) {
    throw new SqlError(TOO_COMPLEX);
  }
}

/** A figure of a scan, from those of what is below it, following references to CTEs, which DuckDB inlines. */
class ScanFigure {
  readonly #figureOf: (scan: Scan, below: readonly number[]) => number;
  readonly #ofCte = new Map<number, number>();

  constructor(figureOf: (scan: Scan, below: readonly number[]) => number) {
    this.#figureOf = figureOf;
  }

  of(scan: Scan): number {
    if (scan.kind === 'with_ref') return this.#ofCte.get(scan.cteId) ?? 0;
    if (scan.kind === 'with') {
      for (const cte of scan.ctes) this.#ofCte.set(cte.id, this.of(cte.scan));
      return this.of(scan.body);
    }
    const below = [...inputsOf(scan), ...subqueriesOf(scan)].map((input) => this.of(input));
    return this.#figureOf(scan, below);
  }
}

function levelsOf(scan: Scan): number {
  if (scan.kind === 'aggregate') return 1;
  const isPartitioned =
    scan.kind === 'analytic' && scan.functions.some(({ call }) => call.partitionBy.length > 0);
  return isPartitioned ? 1 : 0;
}

/** The equalities of two values that are no constants in the condition of a filter or an inner join. */
function equalitiesIn(scan: Scan): number {
  if (scan.kind !== 'filter' && scan.kind !== 'join') return 0;
  const terms = scan.condition ? conjunctsOf(scan.condition) : [];
  return terms.filter(
    (term) =>
      term.kind === 'call' &&
      term.function.name === '$equal' &&
      term.arguments.every(({ kind }) => kind !== 'literal' && kind !== 'parameter'),
  ).length;
}

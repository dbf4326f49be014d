import {
  conjunctsOf,
  type FilterScan,
  isSeal,
  type ProjectScan,
  type ResolvedExpression,
  sameExpression,
  trueCondition,
} from '#googlesql';

/**
 * The columns of a projection that are true in each of its rows, because its input is filtered by the same conditions:
 * `SELECT a = 1 AS own FROM t WHERE a = 1`.
 */
export function trueColumns(scan: ProjectScan, input: FilterScan): readonly number[] {
  const known = conjunctsOf(input.condition);
  return scan.computed
    .filter(({ expression }) => conjunctsOf(expression).every((term) => holds(term, known)))
    .map(({ column }) => column.id);
}

function holds(term: ResolvedExpression, known: readonly ResolvedExpression[]): boolean {
  if (isSeal(term)) return true;
  return conjunctsOf(trueCondition(term) ?? term).every((part) =>
    known.some((condition) => sameExpression(condition, part)),
  );
}

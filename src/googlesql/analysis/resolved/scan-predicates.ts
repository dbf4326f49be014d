import { mapExpression } from './map-tree.ts';
import type { ResolvedExpression, ResolvedStatement, Scan, TableScan } from './resolved.ts';
import { conjunctsOf, expressionsOf, inputsOf } from './traverse.ts';

/** A parameter that the time of a scan's table is compared with. */
export interface TimeBound {
  readonly parameter: string;
  readonly inclusive: boolean;
}

/** The conditions on one read of a base table within its own SELECT. */
export interface ScanPredicates {
  readonly scan: TableScan;
  /** The CTE of the outermost WITH that contains the scan. */
  readonly cte: string | undefined;
  /** Parameters that are lower bounds of the table's time. */
  readonly lower: readonly TimeBound[];
  /** Parameters that are upper bounds of the table's time. */
  readonly upper: readonly TimeBound[];
  /** The conditions that hold for every row read from the table; empty if it is joined to another relation. */
  readonly conjuncts: readonly ResolvedExpression[];
}

/**
 * Every read of a base table in a statement, with its conditions.
 *
 * Only a WHERE whose FROM contains the table and otherwise only arrays counts: only there is each row that leaves the
 * SELECT a row of the table that met every condition.
 */
export function scanPredicates(statement: ResolvedStatement): readonly ScanPredicates[] {
  const { scan } = statement;
  const found: ScanPredicates[] = [];
  if (scan.kind === 'with') {
    for (const cte of scan.ctes) visit(cte.scan, cte.name, [], found);
    visit(scan.body, undefined, [], found);
  } else {
    visit(scan, undefined, [], found);
  }
  return found;
}

type Conjuncts = readonly ResolvedExpression[];

function visit(
  scan: Scan,
  cte: string | undefined,
  conjuncts: Conjuncts,
  found: ScanPredicates[],
): void {
  if (scan.kind === 'table') found.push(describe(scan, cte, conjuncts));
  for (const expression of expressionsOf(scan)) visitSubqueries(expression, cte, found);
  const below = conjunctsBelow(scan, conjuncts);
  for (const input of inputsOf(scan)) visit(input, cte, below, found);
}

function conjunctsBelow(scan: Scan, conjuncts: Conjuncts): Conjuncts {
  if (scan.kind === 'filter') return [...conjuncts, ...conjunctsOf(scan.condition)];
  return scan.kind === 'array' ? conjuncts : [];
}

function visitSubqueries(
  expression: ResolvedExpression,
  cte: string | undefined,
  found: ScanPredicates[],
): void {
  mapExpression(expression, (part) => {
    if (part.kind !== 'subquery') return undefined;
    if (part.needle) visitSubqueries(part.needle, cte, found);
    visit(part.scan, cte, [], found);
    return part;
  });
}

function describe(scan: TableScan, cte: string | undefined, conjuncts: Conjuncts): ScanPredicates {
  const bounds = conjuncts.flatMap((conjunct) => timeBounds(conjunct, scan));
  const on = (side: Side): readonly TimeBound[] =>
    bounds.filter((bound) => bound.side === side).map(({ bound }) => bound);
  return { scan, cte, lower: on('lower'), upper: on('upper'), conjuncts };
}

type Side = 'lower' | 'upper';

interface SidedBound {
  readonly side: Side;
  readonly bound: TimeBound;
}

/** The bound that `time <operator> @parameter` sets, and the one with swapped operands. */
const COMPARISONS: Readonly<Record<string, { readonly side: Side; readonly inclusive: boolean }>> =
  {
    $greater: { side: 'lower', inclusive: false },
    $greater_or_equal: { side: 'lower', inclusive: true },
    $less: { side: 'upper', inclusive: false },
    $less_or_equal: { side: 'upper', inclusive: true },
  };

/** The bounds that a condition sets to the time of a scan's table; none if it is another condition. */
export function timeBounds(conjunct: ResolvedExpression, scan: TableScan): readonly SidedBound[] {
  if (conjunct.kind !== 'call') return [];
  const [first, second, third] = conjunct.arguments;
  if (conjunct.function.name === '$between' && isTime(first, scan)) {
    return [...boundBy(second, 'lower', true), ...boundBy(third, 'upper', true)];
  }
  const comparison = COMPARISONS[conjunct.function.name];
  if (!comparison) return [];
  const { side, inclusive } = comparison;
  if (isTime(first, scan)) return boundBy(second, side, inclusive);
  const opposite = side === 'lower' ? 'upper' : 'lower';
  return isTime(second, scan) ? boundBy(first, opposite, inclusive) : [];
}

function isTime(expression: ResolvedExpression | undefined, scan: TableScan): boolean {
  const { time } = scan.table;
  if (time === undefined || expression?.kind !== 'column') return false;
  return expression.column === scan.columns[scan.sources.indexOf(time)];
}

function boundBy(
  expression: ResolvedExpression | undefined,
  side: Side,
  inclusive: boolean,
): readonly SidedBound[] {
  if (expression?.kind !== 'parameter') return [];
  return [{ side, bound: { parameter: expression.name, inclusive } }];
}

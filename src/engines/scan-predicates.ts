import {
  conjunctsOf,
  everyExpression,
  inputsOf,
  type ResolvedExpression,
  type ResolvedStatement,
  type Scan,
  type ScanOf,
  subqueriesOf,
  type TableScan,
  timeColumns,
} from '#googlesql';

/** A value, the same for all rows, that the time of a scan's table is compared with. */
export interface TimeBound {
  /** Made of parameters and literals alone. */
  readonly value: ResolvedExpression;
  readonly inclusive: boolean;
  /** The column that is compared, as the table spells it. */
  readonly column: string;
}

/** The conditions on one read of a base table within its own SELECT. */
export interface ScanPredicates {
  readonly scan: TableScan;
  /** The CTE of the outermost WITH that contains the scan. */
  readonly cte: string | undefined;
  /** Lower bounds of the table's time. */
  readonly lower: readonly TimeBound[];
  /** Upper bounds of the table's time. */
  readonly upper: readonly TimeBound[];
  /** The conditions on every row of the table that has a part in what leaves the SELECT. */
  readonly conjuncts: readonly ResolvedExpression[];
  /** Whether it is joined to another relation that is no array of its own. */
  readonly isJoined: boolean;
}

/**
 * Every read of a base table in a statement, with its conditions.
 *
 * A WHERE counts, and the ON of joins, if each row that leaves the SELECT was made with a row of the table that met the
 * condition: not a WHERE for the side of an outer join that may be missing.
 */
export function scanPredicates(statement: ResolvedStatement): readonly ScanPredicates[] {
  const { scan } = statement;
  const found: ScanPredicates[] = [];
  if (scan.kind === 'with') {
    for (const cte of scan.ctes) visit(cte.scan, cte.name, NO_CONDITIONS, found);
    visit(scan.body, undefined, NO_CONDITIONS, found);
  } else {
    visit(scan, undefined, NO_CONDITIONS, found);
  }
  return found;
}

/** What holds for the rows of a scan on their way out of its SELECT. */
type Conditions = Pick<ScanPredicates, 'conjuncts' | 'isJoined'>;

const NO_CONDITIONS: Conditions = { conjuncts: [], isJoined: false };

function visit(
  scan: Scan,
  cte: string | undefined,
  conditions: Conditions,
  found: ScanPredicates[],
): void {
  if (scan.kind === 'table') found.push(describe(scan, cte, conditions));
  for (const inner of subqueriesOf(scan)) visit(inner, cte, NO_CONDITIONS, found);
  for (const input of inputsOf(scan)) visit(input, cte, below(scan, input, conditions), found);
}

function below(scan: Scan, input: Scan, { conjuncts, isJoined }: Conditions): Conditions {
  if (scan.kind === 'filter') {
    return { conjuncts: [...conjuncts, ...conjunctsOf(scan.condition)], isJoined };
  }
  if (scan.kind === 'array') return { conjuncts, isJoined };
  return scan.kind === 'join' ? belowJoin(scan, input, conjuncts) : NO_CONDITIONS;
}

function belowJoin(
  { condition, left, type }: ScanOf<'join'>,
  input: Scan,
  conjuncts: readonly ResolvedExpression[],
): Conditions {
  const side = input === left ? 'LEFT' : 'RIGHT';
  const isInner = type === 'INNER' || type === 'CROSS';
  // The side that an outer join keeps leaves it with rows that do not meet ON, the other one with none that do not.
  const whole = isInner || type === side ? conjuncts : [];
  const joined = isInner || (type !== side && type !== 'FULL') ? condition : undefined;
  return { conjuncts: [...whole, ...(joined ? conjunctsOf(joined) : [])], isJoined: true };
}

function describe(
  scan: TableScan,
  cte: string | undefined,
  { conjuncts, isJoined }: Conditions,
): ScanPredicates {
  const bounds = conjuncts.flatMap((conjunct) =>
    boundsIn(conjunct, (operand) => timeOf(operand, scan)),
  );
  const on = (side: Side): readonly TimeBound[] =>
    bounds
      .filter((bound) => bound.side === side)
      .map(({ bounded, inclusive, value }) => ({ column: bounded, inclusive, value }));
  return { scan, cte, lower: on('lower'), upper: on('upper'), conjuncts, isJoined };
}

type Side = 'lower' | 'upper';

/** A constant that bounds something from one side. */
export interface Bound<Bounded> {
  readonly bounded: Bounded;
  readonly side: Side;
  readonly value: ResolvedExpression;
  readonly inclusive: boolean;
}

/** The sides from which `x <operator> value` bounds x. */
const SIDES: Readonly<Record<string, readonly Side[]>> = {
  $greater: ['lower'],
  $greater_or_equal: ['lower'],
  $less: ['upper'],
  $less_or_equal: ['upper'],
  $equal: ['lower', 'upper'],
};

/** The bounds that a condition sets to the operands that `find` gives something for; none if it is another condition. */
export function boundsIn<Bounded>(
  condition: ResolvedExpression,
  find: (operand: ResolvedExpression) => Bounded | undefined,
): readonly Bound<Bounded>[] {
  if (condition.kind !== 'call') return [];
  const [first, second, third] = condition.arguments;
  const { name } = condition.function;
  const inclusive = name !== '$greater' && name !== '$less';
  const bound = (
    operand: ResolvedExpression | undefined,
    side: Side,
    value: ResolvedExpression | undefined,
  ): readonly Bound<Bounded>[] => {
    const bounded = operand && find(operand);
    if (bounded === undefined || !value || !isFree(value)) return [];
    return [{ bounded, side, value, inclusive }];
  };
  if (name === '$between')
    return [...bound(first, 'lower', second), ...bound(first, 'upper', third)];
  return (SIDES[name] ?? []).flatMap((side) => [
    ...bound(first, side, second),
    ...bound(second, side === 'lower' ? 'upper' : 'lower', first),
  ]);
}

/** The name of the column by which a scan's table is bounded in time, if the expression is one. */
function timeOf(expression: ResolvedExpression, scan: TableScan): string | undefined {
  if (expression.kind !== 'column') return undefined;
  const name = scan.sources[scan.columns.indexOf(expression.column)];
  return name !== undefined && timeColumns(scan.table).includes(name) ? name : undefined;
}

/** Whether an expression is the same for all rows. */
export function isFree(expression: ResolvedExpression): boolean {
  const parts = everyExpression([expression], 'own');
  return parts.every(({ kind }) => kind !== 'column' && kind !== 'subquery');
}

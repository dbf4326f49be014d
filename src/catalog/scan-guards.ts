import type { TenantSpec } from '../endpoint/endpoint.ts';
import {
  conjunctsOf,
  type FilterScan,
  type ResolvedExpression,
  type ResolvedStatement,
  type Scan,
  type ScanPredicates,
  scanPredicates,
  type TableScan,
} from '../googlesql/index.ts';

/** A scan restricted to a tenant and a time range, and the position of its tenant condition. */
export interface GuardedScan {
  readonly scan: TableScan;
  /** The index among the AND terms of WHERE. */
  readonly tenant: number;
}

/**
 * Proves that every scan of a log table, inside its own CTE, is bounded in time from both sides by parameters and
 * restricted to the tenant, so that no outer SELECT can widen what is read.
 *
 * Returns the scans; throws an `Error` that names the table of the scan that fails.
 */
export function guardScans(
  statement: ResolvedStatement,
  tenant: TenantSpec,
): readonly GuardedScan[] {
  return scanPredicates(statement).map((predicates) => guardScan(predicates, tenant));
}

function guardScan(
  { scan, cte, lower, upper, conjuncts }: ScanPredicates,
  tenant: TenantSpec,
): GuardedScan {
  const fail = (problem: string) => new Error(`its scan of "${scan.table.name}" ${problem}`);
  if (cte === undefined) throw fail('is not inside a CTE');
  if (lower.length === 0 || upper.length === 0) {
    throw fail('does not compare the bare timestamp with a parameter from below and from above');
  }
  const isTenantPredicate = tenant.match === 'pattern' ? isPatternOf : equalsTenantOf(scan);
  const found = conjuncts.findIndex((conjunct) => isTenantPredicate(conjunct, tenant.parameter));
  if (found < 0) throw fail(`has no condition on its tenant that uses @${tenant.parameter}`);
  return { scan, tenant: found };
}

type Predicate = (expression: ResolvedExpression, parameter: string) => boolean;

/** `REGEXP_CONTAINS(…, @parameter)`. */
function isPatternOf(expression: ResolvedExpression, parameter: string): boolean {
  if (expression.kind !== 'call' || expression.function.name !== 'REGEXP_CONTAINS') return false;
  return isParameter(expression.arguments[1], parameter);
}

/** `t.project = @parameter`, or `EXISTS (SELECT … FROM UNNEST(t.metadata) AS m WHERE m.project = @parameter …)`. */
function equalsTenantOf(scan: TableScan): Predicate {
  const [first, second] = scan.table.tenant;
  const column = scan.columns[scan.sources.indexOf(first ?? '')];
  return (expression, parameter) => {
    if (!column) return false;
    if (!second) return isEquality(expression, parameter, (side) => isColumn(side, column));
    if (expression.kind !== 'subquery' || expression.modifier !== 'EXISTS') return false;
    const filter = innermostFilter(expression.scan);
    return filter !== undefined && elementFilter(filter, column.id, second, parameter);
  };
}

/** Whether the filter keeps only elements of the array column whose field is the parameter. */
function elementFilter(
  filter: FilterScan,
  columnId: number,
  field: string,
  parameter: string,
): boolean {
  const element = elementOf(filter.input, columnId);
  if (element?.type.kind !== 'STRUCT') return false;
  const index = element.type.fields.findIndex(({ name }) => name === field);
  return conjunctsOf(filter.condition).some((conjunct) =>
    isEquality(
      conjunct,
      parameter,
      (side) => side.kind === 'get_field' && side.index === index && isColumn(side.struct, element),
    ),
  );
}

/** The element column of the array scan over the column, at any position in a chain of array scans. */
function elementOf(
  scan: Scan | undefined,
  columnId: number,
): { id: number; type: ResolvedExpression['type'] } | undefined {
  if (scan?.kind !== 'array') return undefined;
  const { array } = scan;
  if (array.kind === 'column' && array.column.id === columnId) return scan.element;
  return elementOf(scan.input, columnId);
}

function innermostFilter(scan: Scan): FilterScan | undefined {
  if (scan.kind === 'filter') return scan;
  return scan.kind === 'project' ? innermostFilter(scan.input) : undefined;
}

function isEquality(
  expression: ResolvedExpression,
  parameter: string,
  isSide: (side: ResolvedExpression) => boolean,
): boolean {
  if (expression.kind !== 'call' || expression.function.name !== '$equal') return false;
  const [left, right] = expression.arguments;
  if (!left || !right) return false;
  return (
    (isSide(left) && isParameter(right, parameter)) ||
    (isSide(right) && isParameter(left, parameter))
  );
}

function isColumn(expression: ResolvedExpression, column: { readonly id: number }): boolean {
  return expression.kind === 'column' && expression.column.id === column.id;
}

function isParameter(expression: ResolvedExpression | undefined, name: string): boolean {
  return expression?.kind === 'parameter' && expression.name === name;
}

import {
  conjunctsOf,
  type FilterScan,
  type ResolvedExpression,
  type ResolvedStatement,
  type Scan,
  SqlError,
  type TableScan,
} from '#googlesql';
import type { TenantSpec } from '../endpoint/endpoint-spec.ts';
import { type ScanPredicates, scanPredicates } from '../engines/scan-predicates.ts';
import { scanPlace, unboundedScan } from './unbounded-scan.ts';

/** A scan that is restricted as its table demands. */
export interface GuardedScan extends Pick<ScanPredicates, 'scan' | 'lower' | 'upper' | 'isJoined'> {
  /** The index of the tenant condition among the AND terms of WHERE; undefined if there is none, or in a join. */
  readonly tenant: number | undefined;
}

/**
 * Proves that every scan is bounded in time from both sides by parameters where its table requires it, and restricted to
 * the tenant where its table has one and the endpoint names its parameter, so that no outer SELECT can widen what is
 * read.
 *
 * Returns the scans; throws an `SqlError` that names the table of the scan that fails, at its place, with the condition to
 * write where bounds are missing.
 */
export function guardScans(
  statement: ResolvedStatement,
  tenant: TenantSpec | undefined,
): readonly GuardedScan[] {
  return scanPredicates(statement).map((predicates) => guardScan(predicates, tenant));
}

function guardScan(predicates: ScanPredicates, tenant: TenantSpec | undefined): GuardedScan {
  const { scan, lower, upper, conjuncts, isJoined } = predicates;
  const { name, requirePartitionFilter } = scan.table;
  if (requirePartitionFilter && (lower.length === 0 || upper.length === 0)) {
    throw unboundedScan(predicates);
  }
  const guarded = { scan, lower, upper, isJoined, tenant: undefined };
  if (!tenant || !scan.table.tenant) return guarded;
  // Statements have the names of their parameters in lower case.
  const parameter = tenant.parameter.toLowerCase();
  const index = conjuncts.findIndex((conjunct) =>
    tenant.match === 'pattern'
      ? isPatternOf(conjunct, parameter)
      : tenantParameters(conjunct, scan).includes(parameter),
  );
  if (index < 0) {
    const problem = `its scan of "${name}" has no condition on its tenant that uses @${parameter}`;
    throw new SqlError(problem, scanPlace(scan));
  }
  return isJoined ? guarded : { ...guarded, tenant: index };
}

/** `REGEXP_CONTAINS(…, @parameter)`. */
function isPatternOf(expression: ResolvedExpression, parameter: string): boolean {
  if (expression.kind !== 'call' || expression.function.name !== 'REGEXP_CONTAINS') return false;
  const pattern = expression.arguments[1];
  return pattern?.kind === 'parameter' && pattern.name === parameter;
}

/**
 * The parameters that a condition compares a table's tenant column with, so that rows of other tenants do not meet it:
 * `t.project = @parameter`, or `EXISTS (SELECT … FROM UNNEST(t.metadata) AS m WHERE m.project = @parameter …)`.
 */
export function tenantParameters(
  condition: ResolvedExpression,
  scan: TableScan,
): readonly string[] {
  const [first, second] = scan.table.tenant ?? [];
  const column = scan.columns[scan.sources.indexOf(first ?? '')];
  if (!column) return [];
  if (!second) return equalParameter(condition, (side) => isColumn(side, column));
  if (condition.kind !== 'subquery' || condition.modifier !== 'EXISTS') return [];
  const filter = innermostFilter(condition.scan);
  return filter ? elementParameters(filter, column.id, second) : [];
}

/** The parameters that the filter compares a field of the array column's elements with. */
function elementParameters(filter: FilterScan, columnId: number, field: string): readonly string[] {
  const element = elementOf(filter.input, columnId);
  if (element?.type.kind !== 'STRUCT') return [];
  const index = element.type.fields.findIndex(({ name }) => name === field);
  return conjunctsOf(filter.condition).flatMap((conjunct) =>
    equalParameter(
      conjunct,
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

/** The parameter that an equality compares a side with. */
function equalParameter(
  expression: ResolvedExpression,
  isSide: (side: ResolvedExpression) => boolean,
): readonly string[] {
  if (expression.kind !== 'call' || expression.function.name !== '$equal') return [];
  const [left, right] = expression.arguments;
  if (left?.kind === 'parameter' && right && isSide(right)) return [left.name];
  if (right?.kind === 'parameter' && left && isSide(left)) return [right.name];
  return [];
}

function isColumn(expression: ResolvedExpression, column: { readonly id: number }): boolean {
  return expression.kind === 'column' && expression.column.id === column.id;
}

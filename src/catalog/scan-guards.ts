import type { TenantSpec } from '../endpoint/endpoint-spec.ts';
import {
  type ResolvedExpression,
  type ResolvedStatement,
  type ScanPredicates,
  scanPredicates,
  type TableScan,
  tenantParameters,
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
  const { parameter } = tenant;
  const found = conjuncts.findIndex((conjunct) =>
    tenant.match === 'pattern'
      ? isPatternOf(conjunct, parameter)
      : tenantParameters(conjunct, scan).includes(parameter),
  );
  if (found < 0) throw fail(`has no condition on its tenant that uses @${parameter}`);
  return { scan, tenant: found };
}

/** `REGEXP_CONTAINS(…, @parameter)`. */
function isPatternOf(expression: ResolvedExpression, parameter: string): boolean {
  if (expression.kind !== 'call' || expression.function.name !== 'REGEXP_CONTAINS') return false;
  const pattern = expression.arguments[1];
  return pattern?.kind === 'parameter' && pattern.name === parameter;
}

import type { TenantSpec } from '../endpoint/endpoint-spec.ts';
import { type ScanPredicates, scanPredicates } from '../engines/scan-predicates.ts';
import type { ResolvedExpression, ResolvedStatement } from '../googlesql/index.ts';
import { tenantParameters } from './barrier/tenant-predicate.ts';

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
 * Returns the scans; throws an `Error` that names the table of the scan that fails.
 */
export function guardScans(
  statement: ResolvedStatement,
  tenant: TenantSpec | undefined,
): readonly GuardedScan[] {
  return scanPredicates(statement).map((predicates) => guardScan(predicates, tenant));
}

function guardScan(predicates: ScanPredicates, tenant: TenantSpec | undefined): GuardedScan {
  const { scan, lower, upper, conjuncts, isJoined } = predicates;
  const { name, requirePartitionFilter, time } = scan.table;
  const fail = (problem: string) => new Error(`its scan of "${name}" ${problem}`);
  if (requirePartitionFilter && (lower.length === 0 || upper.length === 0)) {
    throw fail(`does not compare the bare ${time} with a parameter from below and from above`);
  }
  const guarded = { scan, lower, upper, isJoined, tenant: undefined };
  if (!tenant || !scan.table.tenant) return guarded;
  const { parameter } = tenant;
  const found = conjuncts.findIndex((conjunct) =>
    tenant.match === 'pattern'
      ? isPatternOf(conjunct, parameter)
      : tenantParameters(conjunct, scan).includes(parameter),
  );
  if (found < 0) throw fail(`has no condition on its tenant that uses @${parameter}`);
  return isJoined ? guarded : { ...guarded, tenant: found };
}

/** `REGEXP_CONTAINS(…, @parameter)`. */
function isPatternOf(expression: ResolvedExpression, parameter: string): boolean {
  if (expression.kind !== 'call' || expression.function.name !== 'REGEXP_CONTAINS') return false;
  const pattern = expression.arguments[1];
  return pattern?.kind === 'parameter' && pattern.name === parameter;
}

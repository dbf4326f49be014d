import type {
  ResolvedExpression,
  ResolvedStatement,
  Scan,
  ScanOf,
  TableScan,
} from '../../../src/googlesql/analysis/resolved/resolved.ts';
import {
  conjunctsOf,
  inputsOf,
  subqueriesOf,
} from '../../../src/googlesql/analysis/resolved/traverse.ts';

type Conditions = readonly ResolvedExpression[];

const NONE: Conditions = [];

/**
 * The conditions on all rows that a statement reads of each of its scans.
 *
 * BigQuery moves the conditions of a SELECT into its subqueries in FROM that only choose or compute columns, which is how
 * views of partitioned tables prune. Here none gets through an aggregation, a window, a LIMIT, a set operation or a CTE.
 */
export function scanConditions({ scan }: ResolvedStatement): ReadonlyMap<TableScan, Conditions> {
  const found = new Map<TableScan, Conditions>();
  visit(scan, NONE, found);
  return found;
}

function visit(scan: Scan, conditions: Conditions, found: Map<TableScan, Conditions>): void {
  if (scan.kind === 'table') found.set(scan, conditions);
  for (const subquery of subqueriesOf(scan)) visit(subquery, NONE, found);
  for (const input of inputsOf(scan)) visit(input, below(scan, input, conditions), found);
}

function below(scan: Scan, input: Scan, conditions: Conditions): Conditions {
  switch (scan.kind) {
    case 'filter':
      return [...conditions, ...conjunctsOf(scan.condition)];
    // A condition on a computed column is one on no column of the input.
    case 'project':
    case 'order_by':
    case 'array':
      return conditions;
    case 'join':
      return belowJoin(scan, input, conditions);
    case 'with':
      return input === scan.body ? conditions : NONE;
    default:
      return NONE;
  }
}

/** The side that an outer join keeps leaves it with rows that do not meet ON, the other one with none that do not. */
function belowJoin(
  { condition, left, type }: ScanOf<'join'>,
  input: Scan,
  conditions: Conditions,
): Conditions {
  const side = input === left ? 'LEFT' : 'RIGHT';
  const isInner = type === 'INNER' || type === 'CROSS';
  const joined = isInner || (type !== side && type !== 'FULL') ? condition : undefined;
  return [
    ...(isInner || type === side ? conditions : NONE),
    ...(joined ? conjunctsOf(joined) : NONE),
  ];
}

import { SqlError } from '../../sql-error.ts';
import type { FromItem, Join } from '../../syntax/tree/ast.ts';
import { type Environment, resolveApart, rowContext } from '../names/context.ts';
import { withRecursionBlocked } from '../names/cte-scope.ts';
import { pathText, unqualified } from '../names/identifier-text.ts';
import type { ResolvedFrom } from '../names/names.ts';
import { type NameList, Scope } from '../names/names.ts';
import { requireBool } from '../queries/conditions.ts';
import type { ArrayScan, JoinScan, ResolvedExpression, Scan } from '../resolved/resolved.ts';
import { type ArrayItem, asArrayItem, resolveArrayItem } from './array-items.ts';
import { joinUsing } from './using.ts';

type ResolveItem = (item: FromItem) => ResolvedFrom;

/** Joins a relation to the one on its left. */
export function applyJoin(
  join: Join,
  left: ResolvedFrom,
  environment: Environment,
  resolveItem: ResolveItem,
): ResolvedFrom {
  const { right } = join;
  const scope = new Scope(left.names, environment.outer);
  const array = asArrayItem(right, scope);
  if (array) return joinArray(join, array, left, environment);
  const isAloneInScope =
    right.kind === 'table_path' && right.path.length === 1 && !isKnownTable(right, environment);
  if (isAloneInScope) refuseUnqualified(right.path[0]?.name ?? '', scope, right.at);
  requireCondition(join);
  const resolved = resolveRight(join, environment, resolveItem);
  return finishJoin(join, left, resolved, environment, (condition) =>
    joinScan(join, left.scan, resolved.scan, condition),
  );
}

function requireCondition({ type, condition, at }: Join): void {
  if (condition || type === 'COMMA' || type === 'CROSS') return;
  throw new SqlError(`${type} JOIN must have an immediately following ON or USING clause`, at);
}

function isKnownTable(
  item: Extract<FromItem, { kind: 'table_path' }>,
  { ctes, tables }: Environment,
): boolean {
  const name = item.path[0]?.name ?? '';
  return ctes?.find(name) !== undefined || tables.has(name);
}

function refuseUnqualified(name: string, scope: Scope, at: number): void {
  if (!scope.lookup(name)) return;
  throw new SqlError(unqualified(name), at);
}

/** Resolves the right side; a recursive CTE must not be referenced on the nullable side of an outer join. */
function resolveRight(
  join: Join,
  { recursion }: Environment,
  resolveItem: ResolveItem,
): ResolvedFrom {
  if (join.type !== 'LEFT' && join.type !== 'FULL') return resolveItem(join.right);
  const reason = `A query containing a recursive reference may not be used as the right operand of a ${join.type} JOIN`;
  return withRecursionBlocked(recursion, reason, () => resolveItem(join.right));
}

function joinScan(
  join: Join,
  left: Scan,
  right: Scan,
  condition: ResolvedExpression | undefined,
): JoinScan {
  return {
    kind: 'join',
    type: join.type === 'COMMA' ? 'CROSS' : join.type,
    left,
    right,
    condition,
    columns: [...left.columns, ...right.columns],
  };
}

function joinArray(
  join: Join,
  item: ArrayItem,
  left: ResolvedFrom,
  environment: Environment,
): ResolvedFrom {
  // A right or full join keeps elements without a row, so the array must not depend on the row.
  const isIndependent = join.type === 'RIGHT' || join.type === 'FULL';
  if (isIndependent) {
    refuseCorrelation(join, item, left.names);
    requireCondition(join);
  }
  const rows = resolveArrayItem(item, isIndependent ? undefined : left.names, environment);
  return finishJoin(join, left, rows, environment, (condition) =>
    isIndependent
      ? joinScan(join, left.scan, rows.scan, condition)
      : arrayScan(join, left.scan, rows.scan, condition),
  );
}

function refuseCorrelation({ type }: Join, item: ArrayItem, left: NameList): void {
  const [first] = item.kind === 'table_path' ? item.path : [];
  if (item.kind !== 'table_path' || !first || !left.lookup(first.name.toLowerCase())) return;
  throw new SqlError(
    `Correlated array references are not allowed with ${type} JOIN: ${pathText(item.path)}`,
    item.at,
  );
}

function arrayScan(
  join: Join,
  input: Scan,
  elements: ArrayScan,
  condition: ResolvedExpression | undefined,
): ArrayScan {
  const columns = [...input.columns, ...elements.columns];
  const outer = join.type === 'LEFT';
  const isTrue = condition?.kind === 'literal' && condition.value === true;
  return { ...elements, input, outer, condition: isTrue ? undefined : condition, columns };
}

/** Adds the join's condition and names to the scan that `build` creates. */
function finishJoin(
  join: Join,
  left: ResolvedFrom,
  right: ResolvedFrom,
  environment: Environment,
  build: (condition: ResolvedExpression | undefined) => Scan,
): ResolvedFrom {
  if (join.condition?.kind === 'using') {
    return joinUsing(join, join.condition.columns, left, right, environment, build);
  }
  // The left side's list is not read any more; copying it for each join of a long chain would be quadratic.
  const { names } = left;
  names.merge(right.names);
  if (!join.condition) return { scan: build(undefined), names };
  const clause = 'JOIN ON clause';
  const { expression: node } = join.condition;
  const context = rowContext(environment, new Scope(names, environment.outer), clause);
  const condition = requireBool(resolveApart(node, context).expression, clause, node.at);
  return { scan: build(condition), names };
}

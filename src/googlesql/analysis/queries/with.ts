import { excerpt } from '../../excerpt.ts';
import { SqlError } from '../../sql-error.ts';
import type { With } from '../../syntax/tree/ast.ts';
import type { Environment } from '../names/context.ts';
import { CteScope } from '../names/cte-scope.ts';
import type { ResolvedCte, Scan, WithScan } from '../resolved/resolved.ts';
import { RecursiveWith, resolveCte } from './recursive-with.ts';

/** The CTEs of a WITH, each before those that read it. */
export interface ResolvedWith {
  readonly ctes: readonly ResolvedCte[];
  readonly scope: CteScope;
}

/** Resolves a WITH; its CTEs must not have the names in `taken`. */
export function resolveWith(node: With, environment: Environment, taken?: CteScope): ResolvedWith {
  const names = new Set<string>();
  for (const { name } of node.ctes) {
    const key = name.name.toLowerCase();
    if (names.has(key) || taken?.find(key)) {
      throw new SqlError(`Duplicate alias ${excerpt(name.name)} for WITH subquery`, name.at);
    }
    names.add(key);
  }
  return node.recursive
    ? new RecursiveWith(node, environment).resolve()
    : resolveInOrder(node, environment);
}

function resolveInOrder(node: With, environment: Environment): ResolvedWith {
  const ctes: ResolvedCte[] = [];
  let { ctes: scope } = environment;
  for (const cte of node.ctes) {
    // Of the query around it, a CTE sees only other CTEs.
    const own = { ...environment, ctes: scope, outer: undefined, isSubquery: false };
    const resolved = resolveCte(cte, own);
    ctes.push(resolved);
    scope = new CteScope(scope);
    scope.add({ name: cte.name.name, reference: () => resolved });
  }
  return { ctes, scope: scope ?? new CteScope(undefined) };
}

/** The rows of a query that reads CTEs. */
export function withScan({ recursive }: With, ctes: readonly ResolvedCte[], body: Scan): WithScan {
  return { kind: 'with', recursive, ctes, body, columns: body.columns };
}

import { SqlError } from '../../sql-error.ts';
import type { Cte, With } from '../../syntax/tree/ast.ts';
import type { Environment, ResolvedQuery } from '../names/context.ts';
import { CteScope } from '../names/cte-scope.ts';
import type { ResolvedCte, Scan, WithScan } from '../resolved/resolved.ts';
import { RecursiveWith } from './recursive-with.ts';

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
      throw new SqlError(`Duplicate alias ${name.name} for WITH subquery`, name.at);
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
    const resolved = resolveCte(cte, { ...environment, ctes: scope });
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

/** Resolves a CTE that does not refer to itself. */
export function resolveCte(cte: Cte, environment: Environment): ResolvedCte {
  // Of the query around it, a CTE sees only other CTEs.
  const query = environment.session.query(cte.query, {
    ...environment,
    outer: undefined,
    isSubquery: false,
  });
  return describeCte(cte, environment.session.newCteId(), query);
}

function describeCte(cte: Cte, id: number, query: ResolvedQuery): ResolvedCte {
  return {
    id,
    name: cte.name.name,
    scan: query.scan,
    columns: query.output.map(({ name, column }) => ({ name, column })),
    isValueTable: query.isValueTable,
    isRecursive: false,
  };
}

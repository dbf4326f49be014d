import type { OrderItem, Query, QueryBody } from '../../syntax/tree/ast.ts';
import { SCALARS } from '../../types.ts';
import { resolveCount } from '../expressions/literals.ts';
import type { Environment, ResolvedQuery } from '../names/context.ts';
import { rowContext } from '../names/context.ts';
import type { CteScope } from '../names/cte-scope.ts';
import { withRecursionBlocked } from '../names/cte-scope.ts';
import { NameList, Scope } from '../names/names.ts';
import { columnRef, filtered, literal } from '../resolved/build.ts';
import type { LimitScan, Scan } from '../resolved/resolved.ts';
import { resolveOrderBy } from './order-by.ts';
import { resolveSelect } from './select.ts';
import { combine } from './set-operations.ts';
import { resolveWith, withScan } from './with.ts';

/** Resolves a whole query. */
export function resolveQuery(query: Query, environment: Environment): ResolvedQuery {
  const reason = environment.isSubquery
    ? 'A recursive reference from inside an expression subquery is not allowed'
    : undefined;
  return withRecursionBlocked(environment.recursion, reason, () =>
    resolveWhole(query, environment),
  );
}

/** Resolves a query with its WITH, whose CTEs must not have the names in `taken`. */
export function resolveWhole(
  query: Query,
  environment: Environment,
  taken?: CteScope,
): ResolvedQuery {
  if (!query.with) return resolveOrdered(query, environment);
  const { ctes, scope } = resolveWith(query.with, environment, taken);
  const inner = resolveOrdered(query, { ...environment, ctes: scope });
  return { ...inner, scan: withScan(query.with, ctes, inner.scan) };
}

/** Resolves a query without its WITH. */
function resolveOrdered(query: Query, environment: Environment): ResolvedQuery {
  const { body, orderBy } = query;
  const ordered = withRecursionBlocked(environment.recursion, blockOf(query), () =>
    body.kind === 'select'
      ? resolveSelect(body, orderBy, environment)
      : orderOutput(resolveBody(body, environment), orderBy, environment),
  );
  return limited(query, ordered, environment);
}

/** Why a query may not have the rows of a recursive CTE in its body. */
function blockOf({ orderBy, limit }: Query): string | undefined {
  if (orderBy.length > 0) {
    return 'A subquery containing a recursive reference may not contain an ORDER BY clause';
  }
  return limit && 'A query containing a recursive reference may not use a LIMIT clause';
}

/** Resolves a query body: a SELECT, a set operation or a parenthesised query. */
function resolveBody(body: QueryBody, environment: Environment): ResolvedQuery {
  if (body.kind === 'select') return resolveSelect(body, [], environment);
  if (body.kind === 'query') return resolveQuery(body, environment);
  const reason =
    body.quantifier === 'DISTINCT'
      ? 'A subquery containing a recursive reference may not use INTERSECT, UNION, or EXCEPT with the DISTINCT modifier'
      : undefined;
  const inputs = withRecursionBlocked(environment.recursion, reason, () =>
    body.inputs.map((input) => resolveBody(input, environment)),
  );
  return combine(body, inputs, environment.session);
}

function limited(query: Query, resolved: ResolvedQuery, { session }: Environment): ResolvedQuery {
  if (!query.limit) return resolved;
  const limit = resolveCount(query.limit, 'LIMIT', session);
  const isEmpty = limit.kind === 'literal' && limit.value === 0n;
  const input = isEmpty ? withoutRows(resolved.scan) : resolved.scan;
  const scan: LimitScan = {
    kind: 'limit',
    input,
    limit,
    offset: query.offset && resolveCount(query.offset, 'OFFSET', session),
    columns: input.columns,
  };
  return { ...resolved, scan };
}

/** The scan of no rows, so that none of its values is computed, which might raise an error. */
function withoutRows(scan: Scan): Scan {
  if (scan.kind === 'project' || scan.kind === 'filter') {
    return { ...scan, input: withoutRows(scan.input) };
  }
  return filtered(scan, literal(SCALARS.BOOL, false));
}

/** ORDER BY of a set operation or a parenthesised query, where only output columns are visible. */
function orderOutput(
  query: ResolvedQuery,
  items: readonly OrderItem[],
  environment: Environment,
): ResolvedQuery {
  if (items.length === 0) return query;
  const names = new NameList();
  for (const { name, column } of query.output) names.addColumn(name, column);
  const scope = new Scope(names, environment.outer);
  const orderBy = resolveOrderBy(
    items,
    { ...rowContext(environment, scope, 'ORDER BY clause'), aggregates: 'unlisted' },
    query.output.map(({ column }) => columnRef(column)),
    (expression) => expression,
  );
  const { scan } = query;
  return {
    ...query,
    scan: { kind: 'order_by', input: scan, items: orderBy, columns: scan.columns },
  };
}

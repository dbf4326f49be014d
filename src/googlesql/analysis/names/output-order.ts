import type { OrderItem } from '../../syntax/tree/ast.ts';
import { resolveOrderBy } from '../queries/order-by.ts';
import { columnRef } from '../resolved/build.ts';
import { type Environment, type ResolvedQuery, rowContext } from './context.ts';
import { NameList, Scope } from './names.ts';

/** ORDER BY of a set operation or a parenthesised query, where only output columns are visible. */
export function orderOutput(
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

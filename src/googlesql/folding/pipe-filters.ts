import type { DerivedTable, FromItem, Query, Select } from '../syntax/tree/ast.ts';

type IsFiltering = (select: Select) => boolean;

/** A query without the SELECTs around it that pipe syntax made for filters which are gone. */
export function unfilteredQuery(query: Query, isFiltering: IsFiltering): Query {
  const { body, with: ctes, limit, offset } = query;
  if (body.kind !== 'select' || body.filterOf !== 'query' || isFiltering(body)) return query;
  const inner = body.from?.kind === 'derived_table' ? body.from.query : undefined;
  if (!inner || (ctes && inner.with) || (limit && inner.limit)) return query;
  const limited = limit ? { limit, offset } : {};
  return unfilteredQuery({ ...inner, with: ctes ?? inner.with, ...limited }, isFiltering);
}

/** An item of FROM without the derived table around it that pipe syntax made for a filter which is gone. */
export function unfilteredItem(item: DerivedTable, isFiltering: IsFiltering): FromItem {
  const { body } = item.query;
  if (body.kind !== 'select' || body.filterOf !== 'item' || isFiltering(body)) return item;
  return body.from ?? item;
}

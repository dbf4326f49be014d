import { type Cte, type Query, type With, walk } from '../googlesql/index.ts';

/**
 * The CTEs that a query reads, directly or through others, in their order.
 *
 * Reads are matched by name alone, so the result may include a CTE too many, but never lacks one.
 */
export function neededCtes({ ctes, recursive }: With, query: Query): readonly Cte[] {
  // With RECURSIVE a CTE may also read a later one.
  if (recursive) return ctes;
  const read = new Set(tablesIn(query));
  const needed: Cte[] = [];
  for (const cte of ctes.toReversed()) {
    if (!read.has(cte.name.name.toLowerCase())) continue;
    needed.unshift(cte);
    for (const name of tablesIn(cte.query)) read.add(name);
  }
  return needed;
}

/** The query with only those CTEs that it reads. */
export function withNeededCtes(query: Query): Query {
  if (!query.with) return query;
  const ctes = neededCtes(query.with, { ...query, with: undefined });
  return { ...query, with: ctes.length > 0 ? { ...query.with, ctes } : undefined };
}

/** The first names of every table path, in lower case. */
function tablesIn(query: Query): readonly string[] {
  const names: string[] = [];
  walk(query, (node) => {
    if (!('kind' in node) || node.kind !== 'table_path') return;
    const [first] = node.path;
    if (first) names.push(first.name.toLowerCase());
  });
  return names;
}

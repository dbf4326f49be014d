import type { AnyNode, Query, TablePath } from '../../../src/googlesql/syntax/tree/ast.ts';
import { nodesIn, nodesOfKind } from '../../../src/googlesql/syntax/tree/visit.ts';
import { invalidQuery, notFound } from './api-error.ts';
import type { Catalog, CatalogTable } from './catalog.ts';

/**
 * The tables that a query names, by the path that it writes.
 *
 * A path that starts with a name from FROM is an array, and one without a dot a CTE: the analysis knows better than
 * this which of them exist, so only what looks like a table of a dataset is refused here.
 */
export function namedTables(
  query: Query,
  catalog: Catalog,
  defaultDataset: string | undefined,
): ReadonlyMap<string, CatalogTable> {
  const paths = nodesOfKind(query, 'table_path');
  const local = localNames(query, paths);
  const ctes = cteNames(query);
  const inDefault = (written: string) =>
    defaultDataset === undefined || ctes.has(written.toLowerCase())
      ? undefined
      : catalog.find(`${defaultDataset}.${written}`);
  const found = new Map<string, CatalogTable>();
  for (const { path, at } of paths) {
    const written = path.map(({ name }) => name).join('.');
    const table = catalog.find(written) ?? inDefault(written);
    if (table) found.set(written, table);
    else
      refuse(written, at, path.length > 1 && local.has(path[0]?.name.toLowerCase() ?? ''), local);
  }
  return found;
}

function refuse(written: string, at: number, isArray: boolean, local: ReadonlySet<string>): void {
  if (isArray || local.has(written.toLowerCase())) return;
  if (written.includes('.')) throw notFound(`Table ${written} was not found in location US`);
  throw invalidQuery(
    `Table "${written}" must be qualified with a dataset (e.g. dataset.table). at [1:${at + 1}]`,
  );
}

/** Names of CTEs, in lower case. */
function cteNames(query: Query): ReadonlySet<string> {
  const ctes = nodesOfKind(query, 'query').flatMap((inner) => inner.with?.ctes ?? []);
  return new Set(ctes.map(({ name }) => name.name.toLowerCase()));
}

/** Names of CTEs and of everything in FROM, in lower case. */
function localNames(query: Query, paths: readonly TablePath[]): ReadonlySet<string> {
  const names = nodesIn(query).flatMap(namesMadeBy);
  // The last part of a table's name is its alias where none is written.
  for (const { alias, path } of paths) {
    names.push(alias?.name ?? path.at(-1)?.name.split('.').at(-1));
  }
  return new Set(names.flatMap((name) => name?.toLowerCase() ?? []));
}

function namesMadeBy(node: AnyNode): readonly (string | undefined)[] {
  if (!('kind' in node)) return [];
  if (node.kind === 'query') return (node.with?.ctes ?? []).map(({ name }) => name.name);
  return node.kind === 'derived_table' || node.kind === 'unnest' ? [node.alias?.name] : [];
}

/** The query with `a.b.c` in one pair of backquotes as three names, so that its alias is `c` as on BigQuery. */
export function splitTablePaths(query: Query): Query {
  return split(query) as Query; // The same tree with longer paths.
}

function split(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(split);
  const members = Object.entries(value).map(([key, member]) => [key, split(member)]);
  const node = Object.fromEntries(members);
  if (node['kind'] === 'table_path') node['path'] = splitPath(node['path'] as TablePath['path']);
  return node;
}

function splitPath(path: TablePath['path']): TablePath['path'] {
  return path.flatMap(({ at, name }) => name.split('.').map((part) => ({ at, name: part })));
}

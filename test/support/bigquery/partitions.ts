import { parseQuery } from '../../../src/googlesql/syntax/parser/parser.ts';
import type { Query, TablePath } from '../../../src/googlesql/syntax/tree/ast.ts';
import { mapNodes } from '../../../src/googlesql/syntax/tree/visit.ts';
import type { CatalogTable } from './catalog.ts';
import { partitionText } from './leaf-sizes.ts';

/** The rows of a partition of a table. */
export interface Partition {
  readonly table: string;
  /** Null for a table without partitions; `__NULL__` for rows without a time. */
  readonly id: string | null;
  readonly rows: bigint;
}

const VIEW = /^(?:(?<project>.+)\.)?(?<dataset>\w+)\.INFORMATION_SCHEMA\.PARTITIONS$/i;

/** The dataset of which a query reads the partitions; undefined if it reads none. */
export function partitionsDataset(sql: string): string | undefined {
  return /`?(\w+)`?\.INFORMATION_SCHEMA\.PARTITIONS\b/i.exec(sql)?.[1];
}

/** The query that counts the rows of each partition of a table. */
export function countPartitions(entry: CatalogTable): string {
  return `SELECT ${partitionText(entry)} AS id, COUNT(*) AS n FROM t GROUP BY id`;
}

/** The query with the rows of `INFORMATION_SCHEMA.PARTITIONS` in its place. */
export function withPartitions(
  query: Query,
  project: string,
  partitions: readonly Partition[],
): Query {
  return mapNodes(query, {
    enter: (node) => {
      if (!('kind' in node) || node.kind !== 'table_path') return node;
      const { dataset } = VIEW.exec(pathText(node))?.groups ?? {};
      if (dataset === undefined) return node;
      const { alias, at } = node;
      const rows = parseQuery(rowsText(project, dataset, partitions));
      return { kind: 'derived_table', at, alias, query: rows };
    },
  });
}

function pathText({ path }: TablePath): string {
  return path.map(({ name }) => name).join('.');
}

function rowsText(project: string, dataset: string, partitions: readonly Partition[]): string {
  const rows = partitions.map(({ id, rows: count, table }) => {
    const name = id === null ? 'CAST(NULL AS STRING)' : `'${id}'`;
    return `SELECT '${project}' AS table_catalog, '${dataset}' AS table_schema, r'''${table}''' AS table_name, ${name} AS partition_id, ${count} AS total_rows, 'ACTIVE' AS storage_tier`;
  });
  const empty =
    "SELECT '' AS table_catalog, '' AS table_schema, '' AS table_name, '' AS partition_id, 0 AS total_rows, '' AS storage_tier LIMIT 0";
  return rows.length === 0 ? empty : rows.join(' UNION ALL ');
}

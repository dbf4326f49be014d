import { duckdbType, quoteName, quoteText, type Table } from '../../../googlesql/index.ts';

/** A DuckDB FROM item that reads these files; without files, an empty relation with the table's columns. */
export function tableSource(table: Table, files: readonly string[]): string {
  if (files.length === 0) return emptyRelation(table);
  const paths = files.map((file) => quoteText(globbed(file)));
  return `read_parquet([${paths.join(', ')}], hive_partitioning = false)`;
}

/** Escapes DuckDB's wildcards in a path. */
export function globbed(path: string): string {
  return path.replace(/[[*?]/g, (wildcard) => `[${wildcard}]`);
}

/**
 * An empty relation that the planner does not recognise as empty: otherwise it would prune parts of a statement, and
 * whether an error in them occurs would reveal whether other tenants have rows.
 */
function emptyRelation({ columns }: Table): string {
  const list = columns.map(
    ({ name, type }) =>
      `list_extract(CAST([] AS ${duckdbType(type)}[]), r.i) AS ${quoteName(name)}`,
  );
  return `(SELECT ${list.join(', ')} FROM range(0) AS r(i))`;
}

import { duckdbType, quoteName, quoteText, type Table } from '../../../googlesql/index.ts';

/** A DuckDB FROM item that reads exactly these files; no files are an empty relation with the table's columns. */
export function tableSource(table: Table, files: readonly string[]): string {
  if (files.length === 0) return emptyRelation(table);
  const paths = files.map((file) => quoteText(globbed(file)));
  return `read_parquet([${paths.join(', ')}], hive_partitioning = false)`;
}

/** A path in which no character is a wildcard to DuckDB. */
export function globbed(path: string): string {
  return path.replace(/[[*?]/g, (wildcard) => `[${wildcard}]`);
}

/**
 * No rows, in a way that the planner cannot see through: were it to know that there are none, it would leave out parts
 * of a statement, and an error in them would tell whether others have rows here.
 */
function emptyRelation({ columns }: Table): string {
  const list = columns.map(
    ({ name, type }) =>
      `list_extract(CAST([] AS ${duckdbType(type)}[]), r.i) AS ${quoteName(name)}`,
  );
  return `(SELECT ${list.join(', ')} FROM range(0) AS r(i))`;
}

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

function emptyRelation({ columns }: Table): string {
  const list = columns.map(
    ({ name, type }) => `CAST(NULL AS ${duckdbType(type)}) AS ${quoteName(name)}`,
  );
  return `(SELECT ${list.join(', ')} WHERE false)`;
}

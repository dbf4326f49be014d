import type { DuckDBConnection } from '@duckdb/node-api';
import { duckdbType, quoteName, quoteText, type Table } from '#googlesql';
import { describeFiles } from '../engines/duckdb/files/describe-files.ts';
import { descriptionKey } from '../engines/duckdb/files/file-description.ts';
import { escapeWildcards } from '../engines/duckdb/files/file-format.ts';
import { readFiles } from '../engines/duckdb/files/read-expression.ts';

/** A DuckDB FROM item with a table's rows in Parquet files, as GoogleSQL sees them. */
export async function rowsOfFiles(
  connection: DuckDBConnection,
  table: Table,
  paths: readonly string[],
): Promise<string> {
  const files = paths.map((path) => ({ path, format: 'parquet' as const }));
  const descriptions = await describeFiles(connection, files);
  const groups = Map.groupBy(
    descriptions.map((description, i) => ({ description, path: paths[i] ?? '' })),
    ({ description }) => descriptionKey(description),
  );
  const names = table.columns.map(({ name }) => name);
  const list = names.map(quoteName).join(', ');
  const relations = [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const texts = group.map(({ path }) => quoteText(escapeWildcards(path)));
    const { description } = first;
    return [
      `SELECT ${list} FROM ${readFiles({ description, table, names, paths: `[${texts.join(', ')}]` })}`,
    ];
  });
  return relations.length > 0 ? `(${relations.join(' UNION ALL ')})` : emptyRows(table);
}

/** The bytes of a row of Parquet files, on average; 1 if there are none. */
export async function rowBytesOf(
  connection: DuckDBConnection,
  paths: readonly string[],
): Promise<number> {
  if (paths.length === 0) return 1;
  const list = paths.map((path) => quoteText(escapeWildcards(path))).join(', ');
  const reader = await connection.runAndReadAll(
    `SELECT sum(total_uncompressed_size) / (SELECT sum(num_rows) FROM parquet_file_metadata([${list}])) FROM parquet_metadata([${list}])`,
  );
  return Math.max(1, Number(reader.getRows()[0]?.[0]));
}

function emptyRows({ columns }: Table): string {
  const list = columns.map(
    ({ name, type }) => `CAST(NULL AS ${duckdbType(type)}) AS ${quoteName(name)}`,
  );
  return `(SELECT ${list.join(', ')} WHERE false)`;
}

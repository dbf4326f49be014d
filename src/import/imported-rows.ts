import type { DuckDBConnection } from '@duckdb/node-api';
import { describeFiles } from '../engines/duckdb/files/describe-files.ts';
import { descriptionKey } from '../engines/duckdb/files/file-description.ts';
import { escapeWildcards } from '../engines/duckdb/files/file-format.ts';
import { readFiles } from '../engines/duckdb/files/read-expression.ts';
import { duckdbType, quoteName, quoteText, type Table } from '../googlesql/index.ts';

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
    return [`SELECT ${list} FROM ${readFiles({ description, table, names, paths: `[${texts.join(', ')}]` })}`];
  });
  return relations.length > 0 ? `(${relations.join(' UNION ALL ')})` : emptyRows(table);
}

function emptyRows({ columns }: Table): string {
  const list = columns.map(({ name, type }) => `CAST(NULL AS ${duckdbType(type)}) AS ${quoteName(name)}`);
  return `(SELECT ${list.join(', ')} WHERE false)`;
}

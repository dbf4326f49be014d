import { type DuckDBConnection, LIST, listValue, VARCHAR } from '@duckdb/node-api';
import type { DescribedFile } from './file-description.ts';
import { escapeWildcards } from './file-format.ts';
import { leafPaths } from './required-fields.ts';

/** For each Parquet file whether the statistics of each value that it stores say that none is NULL, in its order. */
const FILLED = `
  SELECT file_name, list(is_filled ORDER BY column_id)
  FROM (SELECT file_name, column_id, bool_and(coalesce(stats_null_count = 0, false)) AS is_filled
        FROM parquet_metadata($paths) GROUP BY file_name, column_id)
  GROUP BY file_name`;

/** The paths of columns and fields of Parquet files that are never NULL, by the files' statistics; in the files' order. */
export async function filledFields(
  connection: DuckDBConnection,
  files: readonly DescribedFile[],
): Promise<readonly (readonly string[])[]> {
  const values = { paths: listValue(files.map(({ path }) => escapeWildcards(path))) };
  const result = await connection.runAndReadAll(FILLED, values, { paths: LIST(VARCHAR) });
  const known = new Map(
    result.getRowsJS().map(([path, filled]) => [path, filled as readonly boolean[]]),
  );
  return files.map(({ description, path }) => {
    const filled = known.get(path) ?? [];
    const leaves = description.format === 'parquet' ? leafPaths(description.columns) : [];
    // DuckDB reads some types from several values: then nothing is known.
    if (leaves.length !== filled.length) return [];
    return [...new Set(leaves.filter((_, i) => filled[i]).flat())];
  });
}

import { escapeWildcards } from '../../engines/duckdb/files/file-format.ts';
import { quoteText } from '../../googlesql/index.ts';
import type { ColumnTypes } from './staged-form.ts';

/** DuckDB's buffer has twice this size. */
const MIN_OBJECT_BYTES = 1024 * 1024;

/** A DuckDB FROM item with the lines of files of JSON objects, packed with zstd, of which the longest has so many bytes. */
export function jsonLines(
  paths: readonly string[],
  columns: ColumnTypes,
  longest: number,
): string {
  const list = Object.entries(columns).map(([name, type]) => `${name}: ${quoteText(type)}`);
  return `read_json(${listOf(paths)}, format = 'newline_delimited', compression = 'zstd',
    maximum_object_size = ${Math.max(longest, MIN_OBJECT_BYTES) + 1}, columns = {${list.join(', ')}})`;
}

/** DuckDB text of a list of paths. */
export function listOf(paths: readonly string[]): string {
  return `[${paths.map((path) => quoteText(escapeWildcards(path))).join(', ')}]`;
}

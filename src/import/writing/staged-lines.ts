import { quoteText } from '#googlesql';
import { escapeWildcards } from '../../engines/duckdb/files/file-format.ts';
import { STAGED_NULL, STAGED_SEPARATOR } from '../rows/row-parser.ts';

/** Names of columns and their DuckDB types. */
export type ColumnTypes = Readonly<Record<string, string>>;

/** DuckDB's buffer has twice this size. */
const MIN_LINE_BYTES = 1024 * 1024;

/** A DuckDB FROM item with the lines of files of JSON objects, packed with zstd, of which the longest has so many bytes. */
export function jsonLines(paths: readonly string[], columns: ColumnTypes, longest: number): string {
  const list = Object.entries(columns).map(
    ([name, type]) => `${quoteText(name)}: ${quoteText(type)}`,
  );
  return `read_json(${listOf(paths)}, format = 'newline_delimited', compression = 'zstd',
    maximum_object_size = ${Math.max(longest, MIN_LINE_BYTES) + 1}, columns = {${list.join(', ')}})`;
}

/** As `jsonLines`, for lines whose fields have a separator between them; nothing is quoted or escaped. */
export function separatedLines(path: string, columns: ColumnTypes, longest: number): string {
  const list = Object.entries(columns).map(
    ([name, type]) => `${quoteText(name)}: ${quoteText(type)}`,
  );
  const size = Math.max(longest, MIN_LINE_BYTES) + 1;
  return `read_csv(${listOf([path])}, auto_detect = false, compression = 'zstd', parallel = false,
    delim = '${STAGED_SEPARATOR}', quote = '', escape = '', header = false, new_line = '\\n', nullstr = '${STAGED_NULL}',
    max_line_size = ${size}, buffer_size = ${2 * size}, columns = {${list.join(', ')}})`;
}

/** How lines of one column are written as they are. */
export const PLAIN_LINES = [
  'FORMAT csv',
  'COMPRESSION zstd',
  `DELIMITER '${STAGED_SEPARATOR}'`,
  "QUOTE ''",
  "ESCAPE ''",
  'HEADER false',
];

/** DuckDB text of a list of paths. */
export function listOf(paths: readonly string[]): string {
  return `[${paths.map((path) => quoteText(escapeWildcards(path))).join(', ')}]`;
}

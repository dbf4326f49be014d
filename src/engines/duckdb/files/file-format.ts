import { basename } from 'node:path';
import { excerpt } from '#googlesql/runtime';

/** The formats of data files. */
export type FileFormat = 'parquet' | 'csv' | 'ndjson';

/** How the texts of a file are packed. */
export type Packing = 'gzip' | 'zstd';

const FORMATS: readonly (readonly [pattern: RegExp, format: FileFormat])[] = [
  [/\.parquet$/i, 'parquet'],
  [/\.csv(?:\.gz|\.zst)?$/i, 'csv'],
  [/\.(?:ndjson|jsonl|json)(?:\.gz|\.zst)?$/i, 'ndjson'],
];

/** The extensions of data files, for messages. */
export const ACCEPTED_EXTENSIONS =
  '.parquet, .csv, .ndjson, .jsonl or .json (one object a line), the last four also with .gz or .zst';

/** The format of a file by its extension; throws an `Error` that says what is accepted. */
export function formatOf(path: string): FileFormat {
  const format = FORMATS.find(([pattern]) => pattern.test(path))?.[1];
  if (format) return format;
  throw new Error(
    `Cannot tell the format of "${excerpt(basename(path))}": its name must end in ${ACCEPTED_EXTENSIONS}`,
  );
}

/** How a text file is packed, by its extension. */
export function packingOf(path: string): Packing | undefined {
  if (/\.gz$/i.test(path)) return 'gzip';
  return /\.zst$/i.test(path) ? 'zstd' : undefined;
}

/** A path in which DuckDB finds no wildcards. */
export function escapeWildcards(path: string): string {
  return path.replace(/[[*?]/g, (wildcard) => `[${wildcard}]`);
}

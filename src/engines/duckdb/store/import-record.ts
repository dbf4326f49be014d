import type { ImportRecord } from './manifest.ts';

/** What is recorded of an import, beside its rows. */
export interface ImportSource {
  /** The name of the input file. */
  readonly name: string;
  /** SHA-256 of the unpacked input, in hexadecimal. */
  readonly sha256: string;
  readonly badLines: number;
}

/** Rows of an import in one file, with the times of the oldest and newest in microseconds. */
interface ImportedRows {
  readonly rows: number;
  readonly oldest: bigint;
  readonly newest: bigint;
}

/** The record of an import at a moment, in ISO 8601, that wrote these files. */
export function importRecord(
  id: string,
  at: string,
  { name, sha256, badLines }: ImportSource,
  files: readonly ImportedRows[],
): ImportRecord {
  const times = files.flatMap(({ oldest, newest }) => [oldest, newest]).sort(byValue);
  return {
    id,
    at,
    source: name,
    sha256,
    rows: files.reduce((sum, { rows }) => sum + rows, 0),
    badLines,
    oldest: String(times[0] ?? 0n),
    newest: String(times.at(-1) ?? 0n),
  };
}

function byValue(one: bigint, other: bigint): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

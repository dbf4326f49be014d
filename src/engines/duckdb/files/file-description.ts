import type { FileFormat } from './file-format.ts';
import type { StoredField } from './stored-type.ts';

/** A data file. */
export interface DataFile {
  readonly path: string;
  readonly format: FileFormat;
}

/** The columns of a Parquet file. */
export interface ParquetDescription {
  readonly format: 'parquet';
  readonly columns: readonly StoredField[];
  /**
   * Whether an import wrote the file: its arrays and their elements are not NULL, and a repeated record with exactly one
   * element in every row is stored as a STRUCT that is not NULL.
   */
  readonly isImported: boolean;
}

/** The names in the header of a CSV file. */
export interface CsvDescription {
  readonly format: 'csv';
  readonly names: readonly string[];
}

/** A file of newline-delimited JSON: each line has its own names. */
export interface NdjsonDescription {
  readonly format: 'ndjson';
}

/** What a file stores, as plain data. Files with equal descriptions are read by one expression. */
export type FileDescription = ParquetDescription | CsvDescription | NdjsonDescription;

/** A file with what it stores. */
export interface DescribedFile {
  readonly path: string;
  readonly description: FileDescription;
  /** Where the suffix of a wildcard table is in the path; undefined if it is empty. */
  readonly suffix?: SuffixPlace | undefined;
  /** The paths of REQUIRED columns and fields that are known to hold no NULL as they are stored. @default none */
  readonly filled?: readonly string[] | undefined;
}

/** A part of a path by the number of letters, of up to two UTF-16 code units, before and after it. */
export interface SuffixPlace {
  readonly before: number;
  readonly after: number;
}

/** A text that two descriptions have in common if they are equal. */
export function descriptionKey(description: FileDescription): string {
  return JSON.stringify(description);
}

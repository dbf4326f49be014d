import type { Readable } from 'node:stream';
import type { Table } from '#googlesql';
import type { Format } from './input/detect-format.ts';
import type { RejectsFile } from './rejects.ts';
import type { TimeBounds } from './rows/moments.ts';

/** Options of `importRows`. */
export interface ImportOptions {
  readonly dataDir: string;
  readonly table: Table;
  readonly input: Readable;
  /** Undefined: detected from the beginning of the input. */
  readonly format?: Format | undefined;
  /** Fills the tenant column of rows that leave it out. */
  readonly tenant?: string | undefined;
  /** The name of the input file. */
  readonly source?: string;
  /** The host of an access log's requests. @default `<tenant>.example.com` */
  readonly host?: string | undefined;
  /** The times that rows may have. Undefined takes any, and numbers as microseconds. */
  readonly bounds?: TimeBounds | undefined;
  /** Moves all rows so that the newest is at this time, in microseconds. */
  readonly shiftTo?: bigint | undefined;
  /** Whether rows that are there already are imported again. */
  readonly isAgain?: boolean;
  /** Receives the bad lines. */
  readonly rejects?: RejectsFile | undefined;
  /** Called now and then with the progress. */
  readonly onProgress?: (progress: ImportProgress) => void;
}

/** How far an import is. */
export interface ImportProgress {
  readonly lines: number;
  /** Whether all lines were read and rows are being stored. */
  readonly isStoring: boolean;
}

/** Rows that were read and checked, to be written as one file. */
export interface CheckedRows {
  /** Writes the file, its rows moved by some microseconds. */
  readonly write: (file: TargetFile) => Promise<void>;
}

/** The file that an import writes. */
export interface TargetFile {
  readonly target: string;
  readonly metadata: string;
  readonly shift: bigint;
}

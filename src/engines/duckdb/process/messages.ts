import type { OutputColumn, SchemaField, Table } from '#googlesql';
import type { ErrorCode } from '../../../errors.ts';
import type { BoundParameter } from '../../engine.ts';
import type { DescribedFile, FileDescription } from '../files/file-description.ts';
import type { FileFault } from '../files/find-fault.ts';
import type { RowPart } from './row-parts.ts';

/** Settings of an engine process. */
export interface ProcessSettings {
  /** The folders whose files statements may read. */
  readonly folders: readonly string[];
  /** DuckDB's `memory_limit`. */
  readonly memory: string;
  readonly threads: number;
  /** Folder for data spilled to disk; undefined if it is not writable. */
  readonly spillFolder: string | undefined;
}

/** A printed statement with everything needed to run it. */
export interface ProcessStatement {
  readonly sql: string;
  /** In the order of their names in the statement. */
  readonly parameters: readonly (readonly [name: string, parameter: BoundParameter])[];
  readonly columns: readonly OutputColumn[];
  readonly maxRows: number;
  readonly maxBytes: number | undefined;
  readonly isCallersSql: boolean;
  /** Whether a table that it reads has records, which make its rows wide. */
  readonly hasWideRows: boolean;
  /** Whether its text is run again and again, so that its plan is worth its memory. @default false */
  readonly isRepeated?: boolean;
  /** When the process stops the statement itself, in milliseconds since the epoch. */
  readonly deadline: number;
}

/** Messages from the gateway to an engine process. */
export type ToProcess =
  | { readonly kind: 'open'; readonly settings: ProcessSettings }
  | StatementMessage;

/** A message about one statement; answers carry its id. */
export type StatementMessage =
  | { readonly kind: 'run'; readonly id: number; readonly statement: ProcessStatement }
  | { readonly kind: 'check'; readonly id: number }
  | ({ readonly id: number } & FileQuestion)
  /** Interrupts a statement, which then ends with an error. */
  | { readonly kind: 'cancel'; readonly id: number }
  /** Acknowledges a part, so that another may be sent. */
  | { readonly kind: 'read'; readonly id: number };

/** Files with what they store, and the columns that are read of them. */
export interface FilesRead {
  readonly files: readonly DescribedFile[];
  readonly table: Pick<Table, 'columns'>;
  readonly names: readonly string[];
}

/** A question about files. */
export type FileQuestion =
  /** What the files are; the answer are their descriptions, in their order. */
  | { readonly kind: 'describe'; readonly paths: readonly string[] }
  /** Which columns and fields of Parquet files are never NULL, as `filledFields` says; in the files' order. */
  | { readonly kind: 'filled'; readonly files: readonly DescribedFile[] }
  /** Where the first value is that cannot be converted; the answer is undefined if there is none. */
  | { readonly kind: 'locate'; readonly read: FilesRead }
  /** The fields of the rows in files; the answer has BigQuery's form. */
  | { readonly kind: 'infer'; readonly paths: readonly string[] };

/** The answer to a question about files. */
export type FileAnswer =
  | readonly FileDescription[]
  | readonly (readonly string[])[]
  | readonly SchemaField[]
  | FileFault
  | undefined;

/** What is said after the last part of a statement's rows. */
export interface StatementEnd {
  /** The number of rows in all parts. */
  readonly rows: number;
  /** Whether rows were left out. */
  readonly truncated: boolean;
}

/** Messages from an engine process to the gateway. */
export type FromProcess =
  | { readonly kind: 'open' }
  | { readonly kind: 'rows'; readonly id: number; readonly part: RowPart }
  | ({ readonly kind: 'end'; readonly id: number } & StatementEnd)
  | { readonly kind: 'answer'; readonly id: number; readonly value: FileAnswer }
  | {
      readonly kind: 'error';
      readonly id: number;
      /** Undefined for DuckDB's own errors, whose message is in `detail`. */
      readonly code: ErrorCode | undefined;
      readonly message: string;
      readonly detail: string;
    }
  /** The process cannot be used, and why. */
  | { readonly kind: 'failed'; readonly detail: string }
  /** The process' resident memory, sent on systems where the gateway cannot read it. */
  | { readonly kind: 'memory'; readonly bytes: number };

/** Parts of a statement's rows that may be in flight. */
export const PARTS_AHEAD = 4;

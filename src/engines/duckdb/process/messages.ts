import type { ErrorCode } from '../../../errors.ts';
import type { OutputColumn } from '../../../googlesql/index.ts';
import type { BoundParameter } from '../../engine.ts';

/** What an engine process may use. */
export interface ProcessSettings {
  /** The folder whose files statements may read. */
  readonly directory: string;
  /** DuckDB's `memory_limit`. */
  readonly memory: string;
  readonly threads: number;
  /** Where DuckDB puts what does not fit into memory; undefined where nothing can be written. */
  readonly spillFolder: string | undefined;
  /** DuckDB's `max_temp_directory_size`. @default 2GB */
  readonly maxSpill?: string;
}

/** A printed statement, with all that an engine process needs in order to run it. */
export interface ProcessStatement {
  readonly sql: string;
  /** In the order of their names in the statement. */
  readonly parameters: readonly (readonly [name: string, parameter: BoundParameter])[];
  readonly columns: readonly OutputColumn[];
  /** A hash of the columns, by which the process keeps what it has compiled for them. */
  readonly columnsKey: string;
  readonly maxRows: number;
  readonly maxBytes: number | undefined;
  readonly isCallersSql: boolean;
  /** When the process stops the statement by itself, in milliseconds since the epoch. */
  readonly deadline: number;
}

/** What the gateway tells an engine process. */
export type ToProcess =
  | { readonly kind: 'open'; readonly settings: ProcessSettings }
  | StatementMessage;

/** A message about one statement; an answer carries the id of what it answers. */
export type StatementMessage =
  | { readonly kind: 'run'; readonly id: number; readonly statement: ProcessStatement }
  | { readonly kind: 'check'; readonly id: number }
  /** Interrupts a statement, which then ends with an error. */
  | { readonly kind: 'cancel'; readonly id: number }
  /** A frame of rows was read: there is room for another one. */
  | { readonly kind: 'read'; readonly id: number };

/** What an engine process tells the gateway. */
export type FromProcess =
  | { readonly kind: 'open' }
  | { readonly kind: 'rows'; readonly id: number; readonly frame: Uint8Array }
  | { readonly kind: 'end'; readonly id: number; readonly truncated: boolean }
  | {
      readonly kind: 'error';
      readonly id: number;
      /** Undefined for DuckDB's own errors, whose words are in `detail`. */
      readonly code: ErrorCode | undefined;
      readonly message: string;
      readonly detail: string;
    }
  /** Why the process cannot be used. */
  | { readonly kind: 'failed'; readonly detail: string }
  /** Its resident memory, where the gateway cannot see that by itself. */
  | { readonly kind: 'memory'; readonly bytes: number };

/** No frame of rows is larger, in bytes, so that none keeps the gateway from other work for long. */
export const MAX_FRAME_BYTES = 131_072;

/** How many frames of a statement may be on their way at the same time. */
export const FRAMES_AHEAD = 4;

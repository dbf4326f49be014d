import type { Config } from '../../config/config.ts';
import type { EngineProcesses } from '../../engines/duckdb/process/engine-processes.ts';
import type { Project } from '../../project/load-project.ts';

/** What `test` is to do. */
export interface TestCommand {
  readonly project: Project;
  readonly config: Config;
  /** Of endpoints; none: all. */
  readonly names: readonly string[];
  /** Whether rows that differ are written into their cases. */
  readonly update: boolean;
  /** The endpoint and the case to record, in place of running cases. */
  readonly record?: readonly string[] | undefined;
  /** Whether cases with rows run on BigQuery. */
  readonly bigquery?: boolean;
  /** Whether cases run on mutants of their endpoints too. */
  readonly mutate?: boolean;
  /** The file to write JUnit's XML to. */
  readonly junit?: string | undefined;
  readonly isColoured: boolean;
  readonly write: (text: string) => void;
  /** Closed at the end. @default ones that may read nothing */
  readonly processes?: EngineProcesses;
}

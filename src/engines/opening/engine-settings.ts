import type { Config } from '../../config/config.ts';
import type { Project } from '../../project/load-project.ts';
import type { Probe } from '../bigquery/warehouse/probe.ts';
import type { Engine } from '../engine.ts';

/** The engine to open, and its limits. */
export interface EngineSettings
  extends Pick<
    Config,
    | 'bigquery'
    | 'dataDir'
    | 'queryTimeoutMs'
    | 'duckdbBytes'
    | 'duckdbThreads'
    | 'storedProcesses'
    | 'callersProcesses'
  > {
  readonly project: Project;
  /** Whether tables that declare demo rows have them. @default false */
  readonly demo?: boolean;
  /** Microseconds since the epoch: up to when there are demo rows. @default the system's clock */
  readonly clock?: (() => bigint) | undefined;
  /** Whether DuckDB's processes may read all of the project's folder: tables may then be in other folders later. @default false */
  readonly mayMove?: boolean;
  /** Called when an engine process has ended, with the reason; it is replaced. */
  readonly onProcessEnd?: (ended: Error) => void;
  /** Called with the error when DuckDB cannot plan a caller's SQL that the compiler accepted. */
  readonly onUnplannable?: (error: unknown) => void;
  /** A statement of each endpoint, which BigQuery must accept before the endpoint is ready. */
  readonly probes?: readonly Probe[];
  /** The names of the tables whose metadata are requested from BigQuery. @default all */
  readonly checkedTables?: ReadonlySet<string> | undefined;
  /** Called when the problems and notes about BigQuery's tables have changed. */
  readonly onFindings?: (findings: readonly string[]) => void;
  /** Called with the reason when BigQuery's tables cannot be read. */
  readonly onUnchecked?: (error: unknown) => void;
  /** Headers of each request of a query to BigQuery. @default none */
  readonly headers?: (() => Readonly<Record<string, string>>) | undefined;
  /** Called when what is wrong with DuckDB's files has changed, with a line for each damaged file. */
  readonly onDamage?: (damage: readonly string[]) => void;
}

/** An open engine and its data. */
export interface OpenEngine {
  readonly engine: Engine;
  /** Identifies the data: equal among replicas of a service. */
  readonly dataSource: string;
  /** The number of files that statements could not read; undefined for BigQuery. */
  readonly damagedFiles: (() => number) | undefined;
  /** Whether it reads the tables of a project where that says they are. */
  isOver(project: Project): boolean;
  /**
   * Opens an engine over the tables of a project, which shares processes or connections with this one. Both go on; closing
   * the last one closes what they share.
   */
  over(project: Project): Promise<OpenEngine>;
  /** Closes what is its own alone, once no query that has begun can still run on it. */
  retire(): void;
}

import type { Tables } from '../endpoint/tables.ts';
import { BigQueryEngine } from './bigquery/bigquery-engine.ts';
import { openCredentials } from './bigquery/client/credentials.ts';
import type { JobCreation } from './bigquery/jobs/query-request.ts';
import { fullTableNames } from './bigquery/table-ids.ts';
import { DuckDbEngine } from './duckdb/duckdb-engine.ts';
import { EngineProcesses } from './duckdb/process/engine-processes.ts';
import { processMemory } from './duckdb/process/process-memory.ts';
import { ParquetStore } from './duckdb/store/parquet-store.ts';
import type { Engine } from './engine.ts';

/** What BigQuery is asked, and where. */
export interface BigQuerySettings {
  readonly project: string;
  readonly dataset: string;
  readonly location: string | undefined;
  readonly endpoint: string | undefined;
  /** Table ids by logical name, where they are not made from it. */
  readonly tables: Readonly<Record<string, string>>;
  readonly maxBytesBilled: number;
  readonly jobCreation: JobCreation;
}

/** Which engine runs the queries, and what it may use. */
export interface EngineSettings {
  /** Undefined for the embedded engine. */
  readonly bigquery: BigQuerySettings | undefined;
  readonly dataDir: string;
  readonly queryTimeoutMs: number;
  /** What all engine processes that answer queries may take together, in bytes. */
  readonly duckdbBytes: number;
  /** Threads of each. */
  readonly duckdbThreads: number;
  readonly storedProcesses: number;
  readonly callersProcesses: number;
  /** Hears of an engine process that has ended, and why; another one takes its place. */
  readonly onProcessEnd?: (ended: Error) => void;
  /** Hears of a caller's SQL that the compiler accepted and the embedded engine cannot plan. */
  readonly onUnplannable?: (error: unknown) => void;
}

/** An engine that runs. */
export interface OpenEngine {
  readonly engine: Engine;
  /** Names the data that it reads: equal for replicas of one service. */
  readonly dataSource: string;
  /** Where the embedded engine has its data. */
  readonly store: ParquetStore | undefined;
}

/** Opens the engine that the settings name; rejects with what is missing. */
export async function openEngine(settings: EngineSettings, tables: Tables): Promise<OpenEngine> {
  const { bigquery } = settings;
  return bigquery ? openBigQuery(bigquery, settings, tables) : openDuckDb(settings);
}

async function openDuckDb(settings: EngineSettings): Promise<OpenEngine> {
  const store = new ParquetStore(settings.dataDir);
  store.sweep(Date.now());
  const processes = new EngineProcesses({
    directory: store.directory,
    threads: settings.duckdbThreads,
    hasSpare: true,
    onEnd: settings.onProcessEnd ?? (() => {}),
    stored: settings.storedProcesses,
    callers: settings.callersProcesses,
    ...processMemory(settings.duckdbBytes / (settings.storedProcesses + settings.callersProcesses)),
  });
  const { queryTimeoutMs: timeoutMs, onUnplannable = () => {} } = settings;
  const engine = await DuckDbEngine.open({ store, processes, timeoutMs, onUnplannable });
  return { engine, dataSource: 'duckdb', store };
}

async function openBigQuery(
  bigquery: BigQuerySettings,
  { queryTimeoutMs }: EngineSettings,
  tables: Tables,
): Promise<OpenEngine> {
  const { project, dataset, location, endpoint, maxBytesBilled, jobCreation } = bigquery;
  const names = fullTableNames(tables.keys(), { project, dataset, ids: bigquery.tables });
  const engine = new BigQueryEngine({
    project,
    tables: names,
    credentials: await openCredentials(project, endpoint),
    location,
    endpoint,
    timeoutMs: queryTimeoutMs,
    maxBytesBilled,
    jobCreation,
  });
  // A logical table may be mapped to another one, which holds other rows.
  const mapped = Object.keys(bigquery.tables).length > 0 ? JSON.stringify([...names]) : '';
  return { engine, dataSource: `bigquery:${project}.${dataset}${mapped}`, store: undefined };
}

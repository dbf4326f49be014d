import { readOptionalTables, readTableSchemas } from '../endpoint/tables.ts';
import { BigQueryEngine } from './bigquery/bigquery-engine.ts';
import { BigQueryClient } from './bigquery/client/client.ts';
import type { JobCreation } from './bigquery/jobs/query-request.ts';
import { type LogTables, placeName, placeTables } from './bigquery/table-places.ts';
import type { Probe } from './bigquery/warehouse/warehouse.ts';
import { DuckDbEngine } from './duckdb/duckdb-engine.ts';
import { EngineProcesses } from './duckdb/process/engine-processes.ts';
import { processMemory } from './duckdb/process/process-memory.ts';
import { ParquetStore } from './duckdb/store/parquet-store.ts';
import type { Engine } from './engine.ts';

/** What BigQuery is asked, and where. */
export interface BigQuerySettings {
  /** Where the tables are. */
  readonly project: string;
  readonly dataset: string;
  /** Where jobs run and are billed. */
  readonly jobProject: string;
  readonly reservation: string | undefined;
  readonly location: string | undefined;
  readonly endpoint: string | undefined;
  /** Table ids, or full names, by logical name, where they are not made from it. */
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
  /** What BigQuery must accept before the service is ready. */
  readonly probes?: readonly Probe[];
  /** Hears what is wrong with BigQuery's tables or made up for, when that has changed. */
  readonly onFindings?: (findings: readonly string[]) => void;
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
export async function openEngine(settings: EngineSettings): Promise<OpenEngine> {
  const { bigquery } = settings;
  return bigquery ? openBigQuery(bigquery, settings) : openDuckDb(settings);
}

/** Where the settings have the log tables. */
export function placedBigQueryTables(settings: BigQuerySettings): LogTables {
  return placeTables(readTableSchemas(), settings, readOptionalTables());
}

/** A client for the settings, and the tables that it reads; rejects without credentials. */
export async function openBigQueryTables(
  settings: BigQuerySettings,
): Promise<{ readonly client: BigQueryClient; readonly tables: LogTables }> {
  const { jobProject, location, endpoint } = settings;
  const tables = placedBigQueryTables(settings);
  const client = await BigQueryClient.open({ project: jobProject, location, endpoint });
  return { client, tables };
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
    ...processMemory(settings.duckdbBytes, settings.storedProcesses + settings.callersProcesses),
  });
  const { queryTimeoutMs: timeoutMs, onUnplannable = () => {} } = settings;
  const engine = await DuckDbEngine.open({ store, processes, timeoutMs, onUnplannable });
  return { engine, dataSource: 'duckdb', store };
}

async function openBigQuery(
  bigquery: BigQuerySettings,
  { queryTimeoutMs, probes = [], onFindings = () => {} }: EngineSettings,
): Promise<OpenEngine> {
  const { project, dataset } = bigquery;
  const { client, tables } = await openBigQueryTables(bigquery);
  const engine = new BigQueryEngine({
    ...bigquery,
    client,
    tables,
    probes,
    onFindings,
    timeoutMs: queryTimeoutMs,
  });
  engine.watch();
  // A logical table may be mapped to another one, which holds other rows.
  const places = [...tables].map(([name, { place }]) => [name, placeName(place)]);
  const mapped = Object.keys(bigquery.tables).length > 0 ? JSON.stringify(places) : '';
  return { engine, dataSource: `bigquery:${project}.${dataset}${mapped}`, store: undefined };
}

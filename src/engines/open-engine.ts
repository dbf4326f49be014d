import type { BigQueryConfig, Config } from '../config/config.ts';
import type { Project } from '../project/load-project.ts';
import type { Tables } from '../project/tables.ts';
import { BigQueryEngine } from './bigquery/bigquery-engine.ts';
import { BigQueryClient } from './bigquery/client/client.ts';
import { type LogTables, placeName, placeTables } from './bigquery/table-places.ts';
import type { Probe } from './bigquery/warehouse/warehouse.ts';
import { DuckDbEngine } from './duckdb/duckdb-engine.ts';
import { EngineProcesses } from './duckdb/process/engine-processes.ts';
import { processMemory } from './duckdb/process/process-memory.ts';
import { ParquetStore } from './duckdb/store/parquet-store.ts';
import { refuseSchemaChange } from './duckdb/store/schema-change.ts';
import type { Engine } from './engine.ts';

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
  readonly tables: Project['tables'];
  /** Called when an engine process has ended, with the reason; it is replaced. */
  readonly onProcessEnd?: (ended: Error) => void;
  /** Called with the error when DuckDB cannot plan a caller's SQL that the compiler accepted. */
  readonly onUnplannable?: (error: unknown) => void;
  /** Statements that BigQuery must accept before the service is ready. */
  readonly probes?: readonly Probe[];
  /** Called when the problems and notes about BigQuery's tables have changed. */
  readonly onFindings?: (findings: readonly string[]) => void;
  /** Called with the reason when BigQuery's tables cannot be read. */
  readonly onUnchecked?: (error: unknown) => void;
  /** Headers of each request of a query to BigQuery. @default none */
  readonly headers?: (() => Readonly<Record<string, string>>) | undefined;
  /** Called when what is wrong with DuckDB's files has changed, with a line for each damaged table. */
  readonly onDamage?: (damage: readonly string[]) => void;
}

/** An open engine and its data. */
export interface OpenEngine {
  readonly engine: Engine;
  /** Identifies the data: equal among replicas of a service. */
  readonly dataSource: string;
  /** The Parquet files of DuckDB; undefined for BigQuery. */
  readonly store: ParquetStore | undefined;
  /** Resolves with the number of tables whose data are damaged; undefined for BigQuery. */
  readonly damagedTables: (() => Promise<number>) | undefined;
}

/** Rejects where `openEngine` would for a reason that is there before anything is opened. */
export async function checkEngine(settings: EngineSettings): Promise<void> {
  const { bigquery } = settings;
  if (bigquery) {
    await openBigQueryTables(bigquery, settings.tables);
    return;
  }
  memoryOf(settings);
  refuseSchemaChanges(new ParquetStore(settings.dataDir), settings.tables);
}

/** Opens the configured engine; rejects with what is missing. */
export async function openEngine(settings: EngineSettings): Promise<OpenEngine> {
  const { bigquery } = settings;
  return bigquery ? openBigQuery(bigquery, settings) : openDuckDb(settings);
}

/** A client and the log tables for the settings; rejects without credentials. */
export async function openBigQueryTables(
  settings: BigQueryConfig,
  declared: Project['tables'],
  headers?: EngineSettings['headers'],
): Promise<{ readonly client: BigQueryClient; readonly tables: LogTables }> {
  const { jobProject, location, reservation, endpoint } = settings;
  const tables = placeTables(declared, settings);
  const place = { project: jobProject, location, reservation };
  const client = await BigQueryClient.open({ ...place, endpoint, headers });
  return { client, tables };
}

async function openDuckDb(settings: EngineSettings): Promise<OpenEngine> {
  const store = new ParquetStore(settings.dataDir);
  refuseSchemaChanges(store, settings.tables);
  const processes = new EngineProcesses({
    directory: store.directory,
    threads: settings.duckdbThreads,
    onEnd: settings.onProcessEnd ?? (() => {}),
    stored: settings.storedProcesses,
    callers: settings.callersProcesses,
    ...memoryOf(settings),
  });
  const { queryTimeoutMs: timeoutMs, onUnplannable = () => {}, onDamage = () => {} } = settings;
  const callbacks = { onUnplannable, onDamage };
  const engine = new DuckDbEngine({ store, processes, timeoutMs, ...callbacks });
  return { engine, dataSource: 'duckdb', store, damagedTables: () => engine.damagedTables() };
}

function memoryOf({ callersProcesses, duckdbBytes, storedProcesses }: EngineSettings) {
  return processMemory(duckdbBytes, storedProcesses + callersProcesses);
}

/** A table whose manifest cannot be read fails in statements and checks; the others go on. */
function refuseSchemaChanges(store: ParquetStore, tables: Tables): void {
  for (const table of tables.values()) {
    const manifest = store.folder(table.name).readableManifest();
    if (manifest) refuseSchemaChange(table, manifest);
  }
}

async function openBigQuery(
  bigquery: BigQueryConfig,
  { queryTimeoutMs, probes = [], headers, ...settings }: EngineSettings,
): Promise<OpenEngine> {
  const { project, dataset } = bigquery;
  const { client, tables } = await openBigQueryTables(bigquery, settings.tables, headers);
  const engine = new BigQueryEngine({
    ...bigquery,
    client,
    tables,
    probes,
    onFindings: settings.onFindings ?? (() => {}),
    onUnchecked: settings.onUnchecked ?? (() => {}),
    timeoutMs: queryTimeoutMs,
  });
  engine.watch();
  // Tables can be mapped to others with different rows, so the mapping is part of the identity.
  const places = [...tables].map(([name, { place }]) => [name, placeName(place)]);
  const mapped = Object.keys(bigquery.tables).length > 0 ? JSON.stringify(places) : '';
  const dataSource = `bigquery:${project}.${dataset}${mapped}`;
  return { engine, dataSource, store: undefined, damagedTables: undefined };
}

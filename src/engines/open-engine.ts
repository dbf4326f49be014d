import { isDeepStrictEqual } from 'node:util';
import type { BigQueryConfig, Config } from '../config/config.ts';
import type { Project } from '../project/load-project.ts';
import { BigQueryEngine } from './bigquery/bigquery-engine.ts';
import type { BigQueryClient } from './bigquery/client/client.ts';
import { openClient } from './bigquery/client/open-client.ts';
import { type LogTables, placeName, placeTables } from './bigquery/table-places.ts';
import type { Probe } from './bigquery/warehouse/probe.ts';
import type { DemoRows } from './duckdb/demo/demo-rows.ts';
import { DuckDbEngine } from './duckdb/duckdb-engine.ts';
import { EngineProcesses } from './duckdb/process/engine-processes.ts';
import { processMemory } from './duckdb/process/process-memory.ts';
import { TableFiles } from './duckdb/tables/table-files.ts';
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
  /** The names of the tables that BigQuery is asked about. @default all */
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

/** Rejects where `openEngine` would for a reason that is there before anything is opened. */
export async function checkEngine(settings: EngineSettings): Promise<void> {
  const { bigquery } = settings;
  if (bigquery) {
    await openBigQueryTables(bigquery, settings.project.tables);
    return;
  }
  memoryOf(settings);
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
  const tables = placeTables(declared, settings);
  const client = await openClient(settings, headers);
  return { client, tables };
}

async function openDuckDb(settings: EngineSettings): Promise<OpenEngine> {
  const { dataDir, mayMove = false, project } = settings;
  const files = tableFilesOf(project, dataDir);
  const processes = new EngineProcesses({
    dataDir: files.dataDir,
    folders: mayMove ? [...files.folders, project.folder] : files.folders,
    threads: settings.duckdbThreads,
    onEnd: settings.onProcessEnd ?? (() => {}),
    stored: settings.storedProcesses,
    callers: settings.callersProcesses,
    ...memoryOf(settings),
  });
  return duckDbOver(settings, processes);
}

function duckDbOver(settings: EngineSettings, processes: EngineProcesses): OpenEngine {
  const { clock, dataDir, demo: isDemo = false, project } = settings;
  const { queryTimeoutMs: timeoutMs, onUnplannable = () => {}, onDamage = () => {} } = settings;
  const demo = isDemo ? demoOf(project) : new Map<string, DemoRows>();
  const engine = new DuckDbEngine({
    files: tableFilesOf(project, dataDir),
    processes,
    demo,
    ...(clock && { clock }),
    timeoutMs,
    onUnplannable,
    onDamage,
  });
  return {
    engine,
    dataSource: 'duckdb',
    damagedFiles: () => engine.damagedFiles(),
    isOver: (other) =>
      isDeepStrictEqual(globsOf(project), globsOf(other)) &&
      (!isDemo || sameEntries(demo, demoOf(other))),
    over: async (other) => duckDbOver({ ...settings, project: other }, processes),
    retire: () => {},
  };
}

function sameEntries(
  one: ReadonlyMap<string, object>,
  other: ReadonlyMap<string, object>,
): boolean {
  return one.size === other.size && [...one].every(([name, value]) => other.get(name) === value);
}

/** The files of a project's tables. */
export function tableFilesOf(project: Project, dataDir: string): TableFiles {
  const optional = [...project.tables].filter(([, { isOptional }]) => isOptional);
  return new TableFiles({
    dataDir,
    folder: project.folder,
    globs: globsOf(project),
    optional: new Set(optional.map(([name]) => name)),
  });
}

function globsOf({ tables }: Project): ReadonlyMap<string, readonly string[]> {
  return new Map([...tables].flatMap(([name, { data }]) => (data ? [[name, data] as const] : [])));
}

function demoOf({ tables }: Project): ReadonlyMap<string, DemoRows> {
  return new Map([...tables].flatMap(([name, { demo }]) => (demo ? [[name, demo] as const] : [])));
}

function memoryOf({ callersProcesses, duckdbBytes, storedProcesses }: EngineSettings) {
  return processMemory(duckdbBytes, storedProcesses + callersProcesses);
}

async function openBigQuery(
  bigquery: BigQueryConfig,
  settings: EngineSettings,
): Promise<OpenEngine> {
  const { client } = await openBigQueryTables(bigquery, settings.project.tables, settings.headers);
  return bigQueryOver(bigquery, settings, client);
}

function bigQueryOver(
  bigquery: BigQueryConfig,
  settings: EngineSettings,
  client: BigQueryClient,
): OpenEngine {
  const { probes = [], queryTimeoutMs } = settings;
  const { project, dataset } = bigquery;
  const tables = placeTables(settings.project.tables, bigquery);
  const engine = new BigQueryEngine({
    ...bigquery,
    client,
    tables,
    probes,
    checked: settings.checkedTables,
    onFindings: settings.onFindings ?? (() => {}),
    onUnchecked: settings.onUnchecked ?? (() => {}),
    timeoutMs: queryTimeoutMs,
  });
  engine.watch();
  // Tables can be mapped to others with different rows, so the mapping is part of the identity.
  const places = [...tables].map(([name, { place }]) => [name, placeName(place)]);
  const mapped = Object.keys(bigquery.tables).length > 0 ? JSON.stringify(places) : '';
  const dataSource = `bigquery:${project}.${dataset}${mapped}`;
  return {
    engine,
    dataSource,
    damagedFiles: undefined,
    isOver: (other) => isDeepStrictEqual(tables, placeTables(other.tables, bigquery)),
    over: async (other) =>
      bigQueryOver(
        bigquery,
        { ...settings, project: other, probes: [], checkedTables: undefined },
        client,
      ),
    retire: () =>
      void setTimeout(() => void engine.close(), RETIRE_AFTER_TIMEOUTS * queryTimeoutMs).unref(),
  };
}

/** A request may have several queries after each other, each within the time limit of a query. */
const RETIRE_AFTER_TIMEOUTS = 2;

import { isDeepStrictEqual } from 'node:util';
import type { Project } from '../../project/load-project.ts';
import type { DemoRows } from '../duckdb/demo/demo-rows.ts';
import { DuckDbEngine } from '../duckdb/duckdb-engine.ts';
import { EngineProcesses } from '../duckdb/process/engine-processes.ts';
import { processMemory } from '../duckdb/process/process-memory.ts';
import { TableFiles } from '../duckdb/tables/table-files.ts';
import type { EngineSettings, OpenEngine } from './engine-settings.ts';

/** Rejects where `openEngine` would for a reason that is there before anything is opened. */
export async function checkEngine(settings: EngineSettings): Promise<void> {
  const { bigquery } = settings;
  if (bigquery) {
    const { openBigQueryTables } = await import('./open-bigquery.ts');
    await openBigQueryTables(bigquery, settings.project.tables);
    return;
  }
  memoryOf(settings);
}

/** Opens the configured engine; rejects with what is missing. */
export async function openEngine(settings: EngineSettings): Promise<OpenEngine> {
  const { bigquery } = settings;
  if (!bigquery) return openDuckDb(settings);
  // Loaded on demand: most of what a start on BigQuery loads is Google's client.
  const { openBigQuery } = await import('./open-bigquery.ts');
  return openBigQuery(bigquery, settings);
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

import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkTable } from '../../../src/engines/duckdb/admin/check-files.ts';
import { deleteLeftovers } from '../../../src/engines/duckdb/maintenance/leftovers.ts';
import { convertTables } from '../../../src/engines/duckdb/maintenance/work.ts';
import { ParquetStore } from '../../../src/engines/duckdb/store/parquet-store.ts';
import { ParquetWriter } from '../../../src/engines/duckdb/writer/parquet-writer.ts';
import { earlierFiles } from './earlier-files.ts';
import { EVENTS, eventRows, importInto, WORKS } from './event-rows.ts';
import { startWorker } from './store-worker.ts';
import { valuesOf } from './values-of.ts';

const TABLES = new Map([[EVENTS.name, EVENTS]]);
const IMPORTS = 6;
const ROWS = 30;
const DAYS = 10;
const NEW = 1_000;

/** A store, what is done to it, and its rows before and after. */
export interface KillCase {
  readonly work: string;
  readonly argument: string;
  /** A store to copy. */
  readonly template: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** What was found around one SIGKILL; the numbers must be 0. */
export interface KillFindings {
  /** Rows that are in both states, and were not there. */
  readonly lost: number;
  readonly doubled: number;
  /** Answers that are neither state. */
  readonly short: number;
  /** Files that are not as the manifest says. */
  readonly damaged: number;
  /** Files of nobody after the next start. */
  readonly left: number;
  /** Whether the process had committed anything when it was killed. */
  readonly hasCommitted: boolean;
}

/** Makes the store of a work in a folder; all but `convert` begin with the same. */
export async function prepareKills(work: string, template: string): Promise<KillCase> {
  if (work === 'convert') {
    await earlierFiles(template);
    const rows = ['1', '2', '3', '10', '11', '20', '21'];
    return { work, argument: '', template, before: rows, after: rows };
  }
  const store = new ParquetStore(template);
  const isFilled = store.folder(EVENTS.name).hasManifest();
  for (let i = 0; i < IMPORTS && !isFilled; i += 1) {
    await importInto(store, eventRows(i * ROWS, ROWS, DAYS));
  }
  const ids = store.manifest(EVENTS.name).imports.map(({ id }) => id);
  const before = numbers(0, IMPORTS * ROWS);
  const common = { work, template, before };
  if (work === 'import') {
    return { ...common, argument: String(NEW), after: [...before, ...numbers(NEW, ROWS)] };
  }
  const undone = new Set(numbers(2 * ROWS, ROWS));
  const rest = before.filter((id) => !undone.has(id));
  return { ...common, argument: ids[2] ?? '', after: work === 'undo' ? rest : before };
}

/** How long the work takes when nobody kills it, in milliseconds. */
export async function timeWork({ work, argument, template }: KillCase, folder: string) {
  cpSync(template, folder, { recursive: true });
  const worker = await startWorker(folder, work, argument);
  const begin = performance.now();
  await worker.begin();
  const took = performance.now() - begin;
  await worker.kill();
  return took;
}

/** Kills a process that does the work, after a time, and looks at the store: at once, after the next start, and after another try. */
export async function killAfter(
  ms: number,
  killed: KillCase,
  folder: string,
): Promise<KillFindings> {
  const { work, argument, template, before, after } = killed;
  cpSync(template, folder, { recursive: true });
  const answers: (readonly string[])[] = [];
  const worker = await startWorker(folder, work, argument);
  void worker.begin().catch(() => {});
  // Others go on reading meanwhile.
  let isOver = false;
  const readOn = async () => {
    while (!isOver) await Promise.all([readInto(answers, folder), sleep(1)]);
  };
  const reading = readOn();
  await sleep(ms);
  await worker.kill();
  isOver = true;
  await reading;
  await readInto(answers, folder);
  const hasCommitted = commitOf(folder) > commitOf(template);

  const store = new ParquetStore(folder);
  const writer = await ParquetWriter.open(store, { memory: '256MB', threads: 1 });
  try {
    await convertTables(writer, TABLES);
    await deleteLeftovers(writer, TABLES);
    const found = await rowsOf(store);
    const left = unnamedFiles(store, writer);
    if (!isSame(found, after) || isSame(before, after)) await WORKS[work]?.(writer, argument);
    const atEnd = await rowsOf(store);
    const damages = await checkTable(store, EVENTS);
    const states = [before, after];
    const seen = [...answers, found];
    return {
      lost: [...seen, atEnd].reduce((sum, rows) => sum + missing(rows, killed), 0),
      doubled: [...seen, atEnd].reduce((sum, rows) => sum + rows.length - new Set(rows).size, 0),
      short:
        seen.filter((rows) => !states.some((state) => isSame(rows, state))).length +
        (isSame(atEnd, after) ? 0 : 1),
      damaged: damages.length,
      left: left.length,
      hasCommitted,
    };
  } finally {
    writer.close();
  }
}

/** The number of the table's last commit; -1 for a table of an earlier release. */
function commitOf(directory: string): number {
  const folder = new ParquetStore(directory).folder(EVENTS.name);
  return folder.hasManifest() ? folder.manifest().commit : -1;
}

/** Reads the rows; those of an earlier release cannot be read before they are converted. */
async function readInto(answers: (readonly string[])[], folder: string): Promise<void> {
  const store = new ParquetStore(folder);
  if (store.folder(EVENTS.name).hasManifest()) answers.push(await rowsOf(store));
}

async function rowsOf(store: ParquetStore): Promise<readonly string[]> {
  return (await valuesOf(store)).map(String);
}

function missing(rows: readonly string[], { before, after }: KillCase): number {
  const found = new Set(rows);
  return before.filter((id) => after.includes(id) && !found.has(id)).length;
}

/** All files of the store that neither a manifest nor the writer has. */
function unnamedFiles(store: ParquetStore, writer: ParquetWriter): readonly string[] {
  const { files, retired } = store.manifest(EVENTS.name);
  const paths = [...files, ...retired].map(({ path }) => join(EVENTS.name, path));
  const known = new Set(['.lock', join(EVENTS.name, 'manifest.json'), ...paths]);
  return readdirSync(store.directory, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory() && !entry.parentPath.startsWith(writer.folder))
    .map(({ name, parentPath }) => join(parentPath, name).slice(store.directory.length + 1))
    .filter((path) => !known.has(path));
}

function isSame(rows: readonly string[], state: readonly string[]): boolean {
  return rows.length === state.length && rows.every((id, i) => id === state[i]);
}

function numbers(first: number, count: number): readonly string[] {
  return Array.from({ length: count }, (_, i) => String(first + i));
}

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { cpSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { DuckDBConnection } from '@duckdb/node-api';
import { importedFiles, removeImport } from '../../../src/import/imports.ts';
import { sweepUnfinished } from '../../../src/import/writing/work-folder.ts';
import { filesBelow, filesOf, importLines, openReader, rowsOfTable } from '../imported.ts';
import { EVENTS, eventRows } from './event-rows.ts';
import { GOOD_IDS, importMended, importPlanted, MENDED_IDS, OWNERS } from './planted-lines.ts';

const ENTRY = fileURLToPath(new URL('./import-worker.ts', import.meta.url));

const IMPORTS = 4;
const ROWS = 30;

/** Rows by id and project, in the order of texts. */
type RowKeys = readonly string[];

/** Data, what is done to them, and the rows that may be there: first those before it, last those after it. */
export interface KillCase {
  readonly work: 'import' | 'undo';
  readonly argument: string;
  /** A data folder to copy. */
  readonly template: string;
  readonly states: readonly RowKeys[];
}

/** What was wrong with reads. */
interface ReadFaults {
  /** Rows that are in all states, and were not there. */
  lost: number;
  doubled: number;
  /** Reads of none of the states. */
  short: number;
}

/** What was found around one SIGKILL; the numbers of faults must be 0. */
export interface KillFindings extends Readonly<ReadFaults> {
  /** Files of nobody after the next start. */
  readonly left: number;
  /** How often the rows were read. */
  readonly reads: number;
  /** Whether the process had done its work when it was killed. */
  readonly isDone: boolean;
}

/** Makes the data that a work begins with. */
export async function prepareKills(work: KillCase['work'], template: string): Promise<KillCase> {
  const imports: RowKeys[] = [];
  const ids: string[] = [];
  for (let i = 0; i < IMPORTS; i += 1) {
    const rows = eventRows(i * ROWS, ROWS);
    ids.push(await importLines(template, EVENTS, rows));
    imports.push(rows.map((row) => keyOf(...(Object.values(row).slice(1, 3) as [number, string]))));
  }
  const before = imports.flat().sort();
  if (work === 'undo') {
    const after = imports.filter((_, i) => i !== 1).flat();
    return { work, argument: ids[1] ?? '', template, states: [before, after.sort()] };
  }
  const states = OWNERS.map((_, i) => withRows(before, GOOD_IDS, OWNERS.slice(0, i + 1)));
  return { work, argument: '', template, states: [before, ...states] };
}

function withRows(before: RowKeys, ids: readonly number[], owners: readonly string[]): RowKeys {
  return [...before, ...owners.flatMap((owner) => ids.map((id) => keyOf(id, owner)))].sort();
}

function keyOf(id: number, project: string): string {
  return `${id} ${project}`;
}

/** How long the work takes when nobody kills it, in milliseconds. */
export async function timeWork(
  killed: KillCase,
  dataDir: string,
  readers: readonly DuckDBConnection[],
): Promise<number> {
  cpSync(killed.template, dataDir, { recursive: true });
  const child = await startWorker(killed, dataDir);
  let took = 0;
  await readMeanwhile(killed, { dataDir, readers }, async () => {
    const begin = performance.now();
    child.send('begin');
    await once(child, 'exit');
    took = performance.now() - begin;
  });
  return took;
}

/** Kills a process that does the work, after a time, and looks at the rows: meanwhile, at once, and after another try. */
export async function killAfter(
  ms: number,
  killed: KillCase,
  dataDir: string,
  readers: readonly DuckDBConnection[],
): Promise<KillFindings> {
  cpSync(killed.template, dataDir, { recursive: true });
  const child = await startWorker(killed, dataDir);
  // From now on: it may end before it is killed.
  const ended = once(child, 'exit');
  const { faults, reads } = await readMeanwhile(killed, { dataDir, readers }, async () => {
    child.send('begin');
    await sleep(ms);
    child.kill('SIGKILL');
    await ended;
  });
  const [reader = await openReader()] = readers;
  const found = await rowsIn(dataDir, reader);
  addFaults(faults, found, killed.states);
  await sweepUnfinished(dataDir);
  const left = filesBelow(dataDir).filter((path) => !path.endsWith('.parquet')).length;
  const isDone = isSame(found, killed.states.at(-1) ?? []);
  const complete = await finish(killed, dataDir);
  addFaults(faults, await rowsIn(dataDir, reader), [complete]);
  return { ...faults, left, reads, isDone };
}

interface Reading {
  readonly dataDir: string;
  readonly readers: readonly DuckDBConnection[];
}

/** Reads the rows, over and over by each reader, while something is done. */
async function readMeanwhile(
  { states }: KillCase,
  { dataDir, readers }: Reading,
  work: () => Promise<void>,
) {
  const faults: ReadFaults = { lost: 0, doubled: 0, short: 0 };
  let reads = 0;
  let isOver = false;
  const reading = readers.map(async (reader) => {
    while (!isOver) {
      addFaults(faults, await rowsIn(dataDir, reader), states);
      reads += 1;
    }
  });
  await work();
  isOver = true;
  await Promise.all(reading);
  return { faults, reads };
}

function addFaults(faults: ReadFaults, rows: RowKeys, states: readonly RowKeys[]): void {
  if (states.some((state) => isSame(rows, state))) return;
  const there = new Set(rows);
  const [first = [], ...others] = states.map((state) => new Set(state));
  const always = [...first].filter((row) => others.every((state) => state.has(row)));
  faults.lost += always.filter((row) => !there.has(row)).length;
  faults.doubled += rows.length - there.size;
  faults.short += 1;
}

async function startWorker({ argument, work }: KillCase, dataDir: string): Promise<ChildProcess> {
  const child = fork(ENTRY, [dataDir, work, argument], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await Promise.race([once(child, 'message'), once(child, 'exit')]);
  return child;
}

/** Does what was not done, and imports the mended lines; resolves with the rows that must be there then. */
async function finish({ argument, states, work }: KillCase, dataDir: string): Promise<RowKeys> {
  const after = states.at(-1) ?? [];
  if (work === 'undo') {
    const found = (await importedFiles(dataDir)).find(({ id }) => id === argument);
    if (found) await removeImport(dataDir, found);
    return after;
  }
  for (const owner of OWNERS) {
    const rejects = `${dataDir}.${owner}.rejects`;
    await importPlanted(dataDir, owner, rejects).catch((error: Error) => {
      if (!error.message.startsWith('these rows are in')) throw error;
    });
    await importMended(dataDir, owner, rejects);
  }
  return withRows(after, MENDED_IDS, OWNERS);
}

/** The rows that are there; a file that goes while it is read is read about again, as statements are run once more. */
async function rowsIn(dataDir: string, reader: DuckDBConnection): Promise<RowKeys> {
  for (;;) {
    const files = await filesOf(dataDir, EVENTS.name);
    try {
      const rows = await rowsOfTable(dataDir, EVENTS, 'id, project', 'id', reader);
      return rows.map(([id, project]) => keyOf(Number(id), String(project))).sort();
    } catch (error) {
      if (isSame(files, await filesOf(dataDir, EVENTS.name))) throw error;
    }
  }
}

function isSame(some: RowKeys, others: RowKeys): boolean {
  return some.length === others.length && some.every((item, i) => item === others[i]);
}

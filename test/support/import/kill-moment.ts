import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { cpSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { importedFiles, removeImport } from '../../../src/import/imports.ts';
import { sweepUnfinished } from '../../../src/import/writing/work-folder.ts';
import { filesBelow, filesOf, importLines, rowsOfTable } from '../imported.ts';
import { EVENTS, eventRows } from './event-rows.ts';

const ENTRY = fileURLToPath(new URL('./import-worker.ts', import.meta.url));

const IMPORTS = 4;
const ROWS = 30;
const NEW = 10_000;
const NEW_ROWS = 3_000;

/** Data, what is done to them, and their rows before and after. */
export interface KillCase {
  readonly work: 'import' | 'undo';
  readonly argument: string;
  /** A data folder to copy. */
  readonly template: string;
  readonly before: readonly number[];
  readonly after: readonly number[];
}

/** What was found around one SIGKILL; the numbers must be 0. */
export interface KillFindings {
  /** Rows that are in both states, and were not there. */
  readonly lost: number;
  readonly doubled: number;
  /** Reads that are neither state. */
  readonly short: number;
  /** Files of nobody after the next start. */
  readonly left: number;
  /** Whether the process had done its work when it was killed. */
  readonly isDone: boolean;
}

/** Makes the data that a work begins with. */
export async function prepareKills(work: KillCase['work'], template: string): Promise<KillCase> {
  const ids: string[] = [];
  for (let i = 0; i < IMPORTS; i += 1) {
    ids.push(await importLines(template, EVENTS, eventRows(i * ROWS, ROWS)));
  }
  const before = range(0, IMPORTS * ROWS);
  if (work === 'import') {
    const after = [...before, ...range(NEW, NEW_ROWS)];
    return { work, argument: String(NEW), template, before, after };
  }
  const after = before.filter((id) => id < ROWS || id >= 2 * ROWS);
  return { work, argument: ids[1] ?? '', template, before, after };
}

/** How long the work takes when nobody kills it, in milliseconds. */
export async function timeWork(killed: KillCase, dataDir: string): Promise<number> {
  cpSync(killed.template, dataDir, { recursive: true });
  const child = await startWorker(killed, dataDir);
  const begin = performance.now();
  child.send('begin');
  await once(child, 'exit');
  return performance.now() - begin;
}

/** Kills a process that does the work, after a time, and looks at the rows: meanwhile, at once, and after another try. */
export async function killAfter(
  ms: number,
  killed: KillCase,
  dataDir: string,
): Promise<KillFindings> {
  const { after, before, template } = killed;
  cpSync(template, dataDir, { recursive: true });
  const child = await startWorker(killed, dataDir);
  const ended = once(child, 'exit');
  const reads: (readonly number[])[] = [];
  let isOver = false;
  const reading = (async () => {
    while (!isOver) reads.push(await rowsIn(dataDir));
  })();
  child.send('begin');
  await sleep(ms);
  child.kill('SIGKILL');
  await ended;
  isOver = true;
  await reading;
  const found = await rowsIn(dataDir);
  await sweepUnfinished(dataDir);
  const tables = filesBelow(dataDir).filter((path) => !path.endsWith('.parquet'));
  if (!isSame(found, after)) await finish(killed, dataDir);
  const atEnd = await rowsIn(dataDir);
  const seen = [...reads, found];
  return {
    lost: [...seen, atEnd].reduce((sum, rows) => sum + missing(rows, killed), 0),
    doubled: [...seen, atEnd].reduce((sum, rows) => sum + rows.length - new Set(rows).size, 0),
    short:
      seen.filter((rows) => !isSame(rows, before) && !isSame(rows, after)).length +
      (isSame(atEnd, after) ? 0 : 1),
    left: tables.length,
    isDone: isSame(found, after),
  };
}

async function startWorker({ argument, work }: KillCase, dataDir: string): Promise<ChildProcess> {
  const child = fork(ENTRY, [dataDir, work, argument], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await Promise.race([once(child, 'message'), once(child, 'exit')]);
  return child;
}

async function finish({ argument, work }: KillCase, dataDir: string): Promise<void> {
  if (work === 'import') {
    await importLines(dataDir, EVENTS, eventRows(NEW, NEW_ROWS));
    return;
  }
  const found = (await importedFiles(dataDir)).find(({ id }) => id === argument);
  if (found) await removeImport(dataDir, found);
}

/** The rows that are there; a file that goes while it is read is read about again, as statements are run once more. */
async function rowsIn(dataDir: string): Promise<readonly number[]> {
  for (;;) {
    const files = await filesOf(dataDir, EVENTS.name);
    try {
      return (await rowsOfTable(dataDir, EVENTS, 'id', 'id')).map(([id]) => Number(id));
    } catch (error) {
      if (isSame(files, await filesOf(dataDir, EVENTS.name))) throw error;
    }
  }
}

function missing(rows: readonly number[], { after, before }: KillCase): number {
  const found = new Set(rows);
  return before.filter((id) => after.includes(id) && !found.has(id)).length;
}

function isSame<Item>(some: readonly Item[], others: readonly Item[]): boolean {
  return some.length === others.length && some.every((item, i) => item === others[i]);
}

function range(first: number, count: number): readonly number[] {
  return Array.from({ length: count }, (_, i) => first + i);
}

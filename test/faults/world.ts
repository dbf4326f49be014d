import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TableFiles } from '../../src/engines/duckdb/tables/table-files.ts';
import { fillRows } from '../support/fill-store.ts';
import { freshFiles } from '../support/fresh-files.ts';
import { edgeRow } from '../support/log-rows.ts';

/** Projects that have rows. Names have one length: a pattern for one must not match another. */
const PROJECTS = 6_000;
/** Rows of each project. */
export const ROWS = 5;
/** The project whose rows are large, their number, and the bytes of each. */
export const LARGE = { project: 'large', rows: 100, bytes: 160_000 } as const;

const DAY_MS = 86_400_000;
/** Noon of the day before: its rows stay within every window, and within one day, for as long as a run takes. */
const NOON = Math.floor(Date.now() / DAY_MS) * DAY_MS - DAY_MS / 2;
export const DAY_START = new Date(NOON - DAY_MS / 2).toISOString().slice(0, 19);
/** The large rows are in a file of their own: the others would have to be read past them. */
const LARGE_NOON = NOON - DAY_MS;
/** A window that has all rows but the large ones. */
export const WINDOW = {
  start: new Date(NOON - 1_000).toISOString(),
  end: (later = 0) => new Date(NOON + 3_600_000 + later).toISOString(),
};

/** The window of the large rows; each number makes it another one. */
export function largeWindow(number: number): { readonly start: string; readonly end: string } {
  return {
    start: new Date(LARGE_NOON - 1_000).toISOString(),
    end: new Date(LARGE_NOON + 3_600_000 + number).toISOString(),
  };
}

let used = 0;

/** A project that nobody has asked for yet. */
export function nextProject(): string {
  used += 1;
  if (used >= PROJECTS) throw new Error('There are no more projects');
  return projectName(used);
}

function projectName(number: number): string {
  return `p${String(number).padStart(4, '0')}`;
}

/** How many requests of each kind the project has made. */
export function countsOf(project: string): { rest: number; storage: number; auth: number } {
  const rest = 1 + (Number(project.slice(1)) % 3);
  return { rest, storage: 1, auth: ROWS - 1 - rest };
}

/** The ids of a project's rows, the newest first. */
export function idsOf(project: string): readonly string[] {
  return Array.from({ length: ROWS }, (_, i) => `${project}-${ROWS - 1 - i}`);
}

/** The address in the rows of a project, which redaction hides. */
export function addressOf(project: string): string {
  return `${project}@example.com`;
}

/** Writes the rows of all projects into a new folder. */
export async function createWorld(): Promise<TableFiles> {
  const store = freshFiles(mkdtempSync(join(tmpdir(), 'fieldstone-faults-')));
  const projects = Array.from({ length: PROJECTS }, (_, i) => projectName(i));
  const rows = [...projects.flatMap(rowsOf), ...largeRows()];
  await fillRows(store, [['cloudflare.logs.prod', rows]]);
  return store;
}

function rowsOf(project: string): readonly object[] {
  const { rest, storage } = countsOf(project);
  return Array.from({ length: ROWS }, (_, i) => {
    const path = i < rest ? '/rest/v1/x' : i < rest + storage ? '/storage/v1/x' : '/auth/v1/x';
    const at = new Date(NOON + i * 1_000).toISOString();
    const address = addressOf(project);
    const url = `https://${project}.example.com${path}?user=${address}`;
    const message = `GET ${path} ${address}`;
    return edgeRow({ at, id: `${project}-${i}`, project, path, url, message });
  });
}

function largeRows(): readonly object[] {
  return Array.from({ length: LARGE.rows }, (_, i) =>
    edgeRow({
      at: new Date(LARGE_NOON + i).toISOString(),
      id: `large-${i}`,
      project: LARGE.project,
      message: `${i} `.padEnd(LARGE.bytes, 'x'),
    }),
  );
}

import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TableFiles } from '../../src/engines/duckdb/tables/table-files.ts';
import { fillRows } from './fill-store.ts';
import { freshFiles } from './fresh-files.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Folders of stores that were filled before. */
const templates = new Map<string, Promise<string>>();

process.once('exit', () => {
  if (templates.size > 0) rmSync(templateFolder(), { recursive: true, force: true });
});

let made: string | undefined;

function templateFolder(): string {
  made ??= mkdtempSync(join(tmpdir(), 'fieldstone-templates-'));
  return made;
}

/**
 * A store with these rows by table, for the length of the running test. It is a copy: writing the rows takes a hundred
 * times as long, and many tests begin with the same ones.
 */
export function filledStore(
  rows: Readonly<Record<string, readonly object[]>>,
): Promise<TableFiles> {
  return copiedStore(JSON.stringify(rows), (store) => fillRows(store, Object.entries(rows)));
}

/** A copy of what `fill` writes when it is first asked for under a key. */
export async function copiedStore(
  key: string,
  fill: (store: TableFiles) => Promise<void>,
): Promise<TableFiles> {
  let template = templates.get(key);
  if (!template) {
    const directory = join(templateFolder(), String(templates.size));
    mkdirSync(directory);
    template = fill(freshFiles(directory)).then(() => directory);
    templates.set(key, template);
  }
  const directory = temporaryFolder();
  cpSync(await template, directory, { recursive: true });
  return freshFiles(directory);
}

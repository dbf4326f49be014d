import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { importsFolder } from '../../src/engines/duckdb/tables/imported-file.ts';
import type { TableFiles } from '../../src/engines/duckdb/tables/table-files.ts';

/** Writes rows into the tables of the store, as files of JSON lines. */
export function fillRows(
  store: TableFiles,
  rows: Iterable<readonly [table: string, rows: readonly object[]]>,
): void {
  for (const [table, content] of rows) {
    if (content.length > 0) {
      fillStore(store, table, content.map((row) => JSON.stringify(row)).join('\n'));
    }
  }
}

/** Writes JSON lines into the folder of a table. */
export function fillStore(store: TableFiles, table: string, lines: string): void {
  const folder = importsFolder(store.dataDir, table);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${randomUUID()}.ndjson`), lines);
}

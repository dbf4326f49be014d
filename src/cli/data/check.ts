import { checkTable } from '../../engines/duckdb/admin/check-files.ts';
import type { Tables } from '../../project/tables.ts';
import { CommandError } from '../command-error.ts';
import { openStore } from '../open-store.ts';

/** Runs `data check`, which fails if a file is damaged. */
export async function checkData(folder: string, tables: Tables): Promise<void> {
  const store = await openStore(folder);
  const lines: string[] = [];
  for (const table of tables.values()) {
    for (const { path = 'manifest.json', what } of await checkTable(store, table)) {
      lines.push(`${table.name}: ${path} ${what}\n`);
    }
  }
  process.stdout.write(lines.join(''));
  if (lines.length > 0) throw new CommandError(1, `Files that are damaged: ${lines.length}`);
  process.stdout.write('All files are as their manifests say\n');
}

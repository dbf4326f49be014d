import { randomUUID } from 'node:crypto';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  CHANGED_MARKER,
  tablesFolder,
  UNFINISHED,
} from '../../engines/duckdb/tables/imported-file.ts';
import { READ_MARKER_EVERY_MS } from '../../engines/duckdb/tables/table-files.ts';
import { makePrivateFolder } from '../../files/private-folder.ts';
import { processName } from './process-name.ts';

/**
 * Tells running services that files of imports were added or removed. Resolves once each of them, which reads the marker
 * every few milliseconds, reads it anew at its next request.
 */
export async function markChanged(dataDir: string): Promise<void> {
  const folder = tablesFolder(dataDir);
  await makePrivateFolder(folder);
  const temporary = join(folder, `${CHANGED_MARKER}.${processName()}${UNFINISHED}`);
  await writeFile(temporary, randomUUID(), { flag: 'wx', mode: 0o600 });
  await rename(temporary, join(folder, CHANGED_MARKER));
  await sleep(2 * READ_MARKER_EVERY_MS);
}

import { randomBytes, randomUUID } from 'node:crypto';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { tablesFolder, UNFINISHED } from '../../engines/duckdb/tables/imported-file.ts';
import { makePrivateFolder } from '../../files/private-folder.ts';

/** The file that is replaced after each change of the files of imports. */
const MARKER = 'changed';

/** Tells running services that files of imports were added or removed: each looks at this file at every request. */
export async function markChanged(dataDir: string): Promise<void> {
  const folder = tablesFolder(dataDir);
  await makePrivateFolder(folder);
  const temporary = join(folder, `${MARKER}.${randomBytes(6).toString('hex')}${UNFINISHED}`);
  await writeFile(temporary, randomUUID(), { flag: 'wx', mode: 0o600 });
  await rename(temporary, join(folder, MARKER));
}

import { rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  type ImportedFile,
  importedFileName,
  UNFINISHED,
} from '../../engines/duckdb/tables/imported-file.ts';
import { withFileLock } from '../../files/file-lock.ts';
import { markChanged } from './change-marker.ts';
import { syncFolder, syncPath } from './sync.ts';

/** A complete file that becomes a table's. */
export interface FileToPublish {
  readonly dataDir: string;
  /** Its path; the last part of it is a temporary name. */
  readonly temporary: string;
  readonly imported: ImportedFile;
  /** Called while no other import adds a file to the table; if it rejects, nothing is added. */
  readonly check: () => Promise<void>;
}

/** Gives a file its name, on disk for certain, and tells running services. */
export async function publishFile(file: FileToPublish): Promise<void> {
  const { check, dataDir, imported, temporary } = file;
  const folder = dirname(temporary);
  await syncPath(temporary);
  await withFileLock(join(folder, `lock${UNFINISHED}`), async () => {
    await check();
    await rename(temporary, join(folder, importedFileName(imported)));
    await syncFolder(folder);
    await syncFolder(dirname(folder));
  });
  await markChanged(dataDir);
}

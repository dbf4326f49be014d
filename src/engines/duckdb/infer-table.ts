import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import type { SchemaField } from '#googlesql';
import { EngineProcesses } from './process/engine-processes.ts';
import { globFolder, listGlobs } from './tables/list-files.ts';

/**
 * Says the fields of the rows in the files that globs below a folder match, as BigQuery would load them, in an engine
 * process of its own. Rejects where no file matches, or the files have no fields in common.
 */
export async function inferTable(
  folder: string,
  globs: readonly string[],
): Promise<readonly SchemaField[]> {
  const paths = listGlobs(folder, globs).map(({ path }) => path);
  if (paths.length === 0) throw new Error(`no file matches ${globs.map((glob) => `"${glob}"`)}`);
  const folders = globs.map((glob) => resolve(folder, globFolder(glob)));
  const processes = new EngineProcesses({ dataDir: tmpdir(), folders, callers: 0 });
  try {
    return await processes.stored.infer(paths);
  } finally {
    await processes.close();
  }
}

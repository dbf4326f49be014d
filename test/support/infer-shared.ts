import { inferTable } from '../../src/engines/duckdb/infer-table.ts';
import { listGlobs } from '../../src/engines/duckdb/tables/list-files.ts';
import { sharedProcesses } from './engine-processes.ts';

/** `inferTable` in the engine process of the worker, for files in the system's temporary folder: starting one takes half a second. */
export const inferShared: typeof inferTable = (folder, globs) => {
  const paths = listGlobs(folder, globs).map(({ path }) => path);
  // It has the errors of globs without files.
  return paths.length === 0 ? inferTable(folder, globs) : sharedProcesses().stored.infer(paths);
};

import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import DataLoader from 'dataloader';
import type { SchemaField } from '#googlesql';
import { EngineProcesses } from './process/engine-processes.ts';
import { globFolder, listGlobs } from './tables/list-files.ts';

/** Files by globs below a folder. */
export interface DataGlobs {
  readonly folder: string;
  readonly globs: readonly string[];
}

/** `inferTable`, which infers the fields of files again only once one of them has changed. */
export function cachedInference(): typeof inferTable {
  const cached = new Map<
    string,
    { readonly state: string; readonly fields: Promise<readonly SchemaField[]> }
  >();
  return (folder, globs) => {
    const key = JSON.stringify([folder, globs]);
    const files = listGlobs(folder, globs);
    const state = JSON.stringify(files.map(({ fingerprint, path }) => [path, fingerprint]));
    const before = cached.get(key);
    if (before?.state === state) return before.fields;
    const fields = inferTable(folder, globs);
    cached.set(key, { state, fields });
    fields.catch(() => cached.delete(key));
    return fields;
  };
}

/**
 * Says the fields of the rows in the files that globs below a folder match, as BigQuery would load them, in an engine
 * process that tables requested at once share. Rejects where no file matches, or the files have no fields in common.
 */
export function inferTable(
  folder: string,
  globs: readonly string[],
): Promise<readonly SchemaField[]> {
  return inference.load({ folder, globs });
}

const inference = new DataLoader(inferTogether, { cache: false });

async function inferTogether(
  tables: readonly DataGlobs[],
): Promise<readonly (readonly SchemaField[] | Error)[]> {
  const folders = tables.flatMap(({ folder, globs }) =>
    globs.map((glob) => resolve(folder, globFolder(glob))),
  );
  const processes = new EngineProcesses({ dataDir: tmpdir(), folders, callers: 0 });
  try {
    return await Promise.all(
      tables.map(async ({ folder, globs }) => {
        const paths = listGlobs(folder, globs).map(({ path }) => path);
        if (paths.length === 0)
          return new Error(`no file matches ${globs.map((glob) => `"${glob}"`)}`);
        return processes.stored.infer(paths).catch((error: Error) => error);
      }),
    );
  } finally {
    await processes.close();
  }
}

import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import type { Table } from '#googlesql';
import {
  importedFileName,
  importsFolder,
  tablesFolder,
  UNFINISHED,
} from '../engines/duckdb/tables/imported-file.ts';
import { withFileLock } from '../files/file-lock.ts';
import { makePrivateFolder } from '../files/private-folder.ts';
import type { Tables } from '../project/tables/tables.ts';
import { markChanged } from './writing/change-marker.ts';
import { namesIn } from './writing/names-in.ts';
import { syncFolder } from './writing/sync.ts';

const MANIFEST = 'manifest.json';

/** The lock of the release before, and the working folders of its writers. */
const LEFT = /^\.(?:lock(?:\..+\.new(?:\..*)?)?$|writing-)/;

/** What is read of a manifest of the release before: which files a table has. */
const manifestShape = z.object({
  format: z.number().max(2),
  files: z.array(
    z.object({
      path: z.string().regex(/^day=\d{4}-\d{2}-\d{2}\/[\w.-]+\.parquet$/),
      oldest: z.string().regex(/^-?\d{1,18}$/),
      newest: z.string().regex(/^-?\d{1,18}$/),
      demo: z.unknown().optional(),
    }),
  ),
});

type EarlierFile = z.infer<typeof manifestShape>['files'][number];

/**
 * Moves the files of imports out of tables of the release before, which had a manifest and a folder a day, and deletes
 * what else these tables have: demo rows and files that were replaced. Rejects with one line, and changes nothing of the
 * table, if a manifest cannot be read. Killed at any moment, it goes on at the next call.
 */
export async function moveEarlierTables(dataDir: string, tables: Tables): Promise<void> {
  for (const table of tables.keys()) await refuseOlder(join(dataDir, table), table);
  const found = [...tables.values()].filter(({ name }) => isEarlier(join(dataDir, name)));
  for (const table of found) {
    const folder = join(dataDir, table.name);
    await makePrivateFolder(tablesFolder(dataDir));
    await withFileLock(join(tablesFolder(dataDir), `move${UNFINISHED}`), async () => {
      if (isEarlier(folder)) await moveTable(dataDir, table, await filesOf(folder, table.name));
    });
  }
  if (found.length === 0) return;
  for (const name of (await namesIn(dataDir)).filter((one) => LEFT.test(one))) {
    await rm(join(dataDir, name), { recursive: true, force: true });
  }
  await markChanged(dataDir);
}

/** Rejects where a table's data are of the release before: commands would not see them. */
export function refuseEarlierTables(dataDir: string, tables: Iterable<string>): void {
  const table = [...tables].find((name) => isEarlier(join(dataDir, name)));
  if (table === undefined) return;
  throw new Error(
    `The data of table "${table}" are of the release before: start the service once, which takes them over`,
  );
}

/** Data of the release before that have no manifest, and may be of any state. */
async function refuseOlder(folder: string, table: string): Promise<void> {
  if (isEarlier(folder)) return;
  const names = await namesIn(folder);
  if (!names.some((name) => name.startsWith('day='))) return;
  throw new Error(
    `Cannot take over table "${table}": "${folder}" has data without a manifest. Start the release before once, which gives them one, or move the folder out of DATA_DIR`,
  );
}

function isEarlier(folder: string): boolean {
  return existsSync(join(folder, MANIFEST));
}

async function filesOf(folder: string, table: string): Promise<readonly EarlierFile[]> {
  const path = join(folder, MANIFEST);
  try {
    return manifestShape.parse(JSON.parse(await readFile(path, 'utf8'))).files;
  } catch (cause) {
    throw new Error(
      `Cannot take over table "${table}" of the release before: its manifest "${path}" cannot be read. Put it back from a copy, or move the folder out of DATA_DIR and import the rows again`,
      { cause },
    );
  }
}

async function moveTable(
  dataDir: string,
  table: Table,
  files: readonly EarlierFile[],
): Promise<void> {
  const from = join(dataDir, table.name);
  const to = importsFolder(dataDir, table.name);
  // That release knew the times of rows of TIMESTAMP only.
  const isTimed = table.columns.some(
    ({ name, type }) => name === table.time && type.kind === 'TIMESTAMP',
  );
  await mkdir(to, { recursive: true, mode: 0o700 });
  for (const { demo, newest, oldest, path } of files) {
    if (demo !== undefined) continue;
    const imported = {
      id: idOf(path),
      oldest: isTimed ? BigInt(oldest) : undefined,
      newest: isTimed ? BigInt(newest) : undefined,
    };
    // A file that is not there was moved before, or was missing already.
    await rename(join(from, path), join(to, importedFileName(imported))).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
      },
    );
  }
  await syncFolder(to);
  await syncFolder(tablesFolder(dataDir));
  // The manifest last: as long as it is there, what it names is moved first.
  for (const name of await namesIn(from)) {
    if (name !== MANIFEST) await rm(join(from, name), { recursive: true, force: true });
  }
  await rm(from, { recursive: true, force: true });
}

/** Names of files are UUIDs. */
function idOf(path: string): string {
  return basename(path, '.parquet').replaceAll('-', '').slice(-12);
}

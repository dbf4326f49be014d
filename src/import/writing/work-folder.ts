import { mkdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { setInterval } from 'node:timers';
import { tablesFolder, UNFINISHED } from '../../engines/duckdb/tables/imported-file.ts';
import { makePrivateFolder } from '../../files/private-folder.ts';
import { namesIn } from './names-in.ts';
import { isOfEndedProcess, processName } from './process-name.ts';

const PREFIX = '.import-';
const NAME = /^\.import-[0-9a-f]{8}-\d+-[0-9a-f]{12}$/;

/** How often a running import shows that it runs, and after which silence it does not. */
const BEAT_MS = 15_000;
const SILENT_MS = 300_000;

/** The temporary files of a running import below the data folder. */
export class WorkFolder {
  readonly path: string;
  /** The temporary name of the file that becomes a table's. */
  readonly fileName: string;
  readonly #beat: NodeJS.Timeout;

  private constructor(dataDir: string, name: string) {
    this.path = join(dataDir, name);
    this.fileName = fileNameOf(name);
    this.#beat = setInterval(() => {
      const now = new Date();
      // A folder that is gone makes the import itself fail.
      void utimes(this.path, now, now).catch(() => undefined);
    }, BEAT_MS);
    this.#beat.unref();
  }

  static async create(dataDir: string): Promise<WorkFolder> {
    await makePrivateFolder(dataDir);
    const name = `${PREFIX}${processName()}`;
    await mkdir(join(dataDir, name), { mode: 0o700 });
    return new WorkFolder(dataDir, name);
  }

  /** Deletes the folder, and the file that did not become a table's if there is one. */
  async discard(tableFolder: string): Promise<void> {
    clearInterval(this.#beat);
    await rm(join(tableFolder, this.fileName), { force: true });
    await rm(this.path, { recursive: true, force: true });
  }
}

/**
 * Deletes what killed imports have left below a data folder. A running one is left alone: its process is there, or, where
 * that cannot be told because it runs on another machine, its folder was touched a short time ago.
 */
export async function sweepUnfinished(dataDir: string): Promise<void> {
  const folders = (await namesIn(dataDir)).filter((name) => NAME.test(name));
  const dead: string[] = [];
  for (const name of folders) if (!(await isRunning(dataDir, name))) dead.push(name);
  const tables = tablesFolder(dataDir);
  const places = [tables, ...(await namesIn(tables)).map((name) => join(tables, name))];
  for (const place of places) await sweepFiles(place, { folders, dead: dead.map(fileNameOf) });
  for (const name of dead) await rm(join(dataDir, name), { recursive: true, force: true });
}

interface Imports {
  /** The folders of imports that run or are dead. */
  readonly folders: readonly string[];
  /** The names of files of those that are dead. */
  readonly dead: readonly string[];
}

/** Files of an import that has begun since are new, and those of a command that replaces the marker say its process. */
async function sweepFiles(place: string, { dead, folders }: Imports): Promise<void> {
  const owned = new Set(folders.map(fileNameOf));
  for (const name of await namesIn(place)) {
    const path = join(place, name);
    const isLeft = owned.has(name)
      ? dead.includes(name)
      : isOfEndedProcess(name) || (await isSilent(path));
    if (name.endsWith(UNFINISHED) && isLeft) await rm(path, { force: true });
  }
}

function fileNameOf(folder: string): string {
  return `${folder.slice(1)}${UNFINISHED}`;
}

async function isRunning(dataDir: string, name: string): Promise<boolean> {
  return !isOfEndedProcess(name) && !(await isSilent(join(dataDir, name)));
}

async function isSilent(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && Date.now() - found.mtimeMs > SILENT_MS;
}

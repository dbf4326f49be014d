import { hash, randomBytes } from 'node:crypto';
import { mkdir, rm, stat, utimes } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setInterval } from 'node:timers';
import { tablesFolder, UNFINISHED } from '../../engines/duckdb/tables/imported-file.ts';
import { makePrivateFolder } from '../../files/private-folder.ts';
import { namesIn } from './names-in.ts';

const PREFIX = '.import-';
const NAME = /^\.import-([0-9a-f]{8})-(\d+)-[0-9a-f]{12}$/;

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
    const name = `${PREFIX}${hostId()}-${process.pid}-${randomBytes(6).toString('hex')}`;
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
  const dead = new Set<string>();
  const folders = (await namesIn(dataDir)).filter((name) => NAME.test(name));
  for (const name of folders) if (!(await isRunning(dataDir, name))) dead.add(name);
  const running = new Set(folders.filter((name) => !dead.has(name)).map(fileNameOf));
  const tables = tablesFolder(dataDir);
  for (const folder of [tables, ...(await namesIn(tables)).map((name) => join(tables, name))]) {
    for (const name of await namesIn(folder)) {
      if (!name.endsWith(UNFINISHED) || running.has(name)) continue;
      if (await isOldOrOf(dead, join(folder, name), name))
        await rm(join(folder, name), { force: true });
    }
  }
  for (const name of dead) await rm(join(dataDir, name), { recursive: true, force: true });
}

function fileNameOf(folder: string): string {
  return `${folder.slice(1)}${UNFINISHED}`;
}

/** An import that has begun since the folders were listed has a new file, and a command that replaces the marker too. */
async function isOldOrOf(dead: ReadonlySet<string>, path: string, name: string): Promise<boolean> {
  return dead.has(`.${name.slice(0, -UNFINISHED.length)}`) || isSilent(path);
}

async function isRunning(dataDir: string, name: string): Promise<boolean> {
  const [, host, pid] = NAME.exec(name) ?? [];
  if (host === hostId() && !hasProcess(Number(pid))) return false;
  return !(await isSilent(join(dataDir, name)));
}

async function isSilent(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && Date.now() - found.mtimeMs > SILENT_MS;
}

function hasProcess(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user is there, too.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Tells machines and containers apart, which number their processes alike. */
function hostId(): string {
  return hash('sha256', hostname()).slice(0, 8);
}

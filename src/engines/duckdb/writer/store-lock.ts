import { randomUUID } from 'node:crypto';
import { existsSync, linkSync, renameSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { quoteName, quoteText } from '../../../googlesql/index.ts';

/** The name of the file that writers lock while they change the store. */
export const STORE_LOCK = '.lock';

const RETRY_MS = 20;
const GIVE_UP_MS = 30_000;

/** The last user of each lock in this process: the operating system locks for processes, not for their parts. */
const queues = new Map<string, Promise<unknown>>();

/**
 * Runs `work` while nobody else holds the lock file, in this process or another.
 *
 * The lock is the one that DuckDB takes on a database file that it attaches: the operating system keeps it, so that it
 * ends with the process however that ends.
 */
export async function withStoreLock<Result>(
  connection: DuckDBConnection,
  path: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const previous = queues.get(path) ?? Promise.resolve();
  const running = previous.then(async () => {
    const release = await takeLock(connection, path);
    try {
      return await work();
    } finally {
      await release();
    }
  });
  const ended = running.catch(() => {});
  queues.set(path, ended);
  try {
    return await running;
  } finally {
    if (queues.get(path) === ended) queues.delete(path);
  }
}

async function takeLock(connection: DuckDBConnection, path: string): Promise<() => Promise<void>> {
  const until = performance.now() + GIVE_UP_MS;
  for (;;) {
    const release = await tryLock(connection, path);
    if (release) return release;
    if (performance.now() > until) {
      throw new Error('Cannot change the data: another process has been changing them for long');
    }
    await sleep(RETRY_MS);
  }
}

/** Takes the lock file if nobody has it; resolves with what releases it. */
export async function tryLock(
  connection: DuckDBConnection,
  path: string,
): Promise<(() => Promise<void>) | undefined> {
  if (!existsSync(path)) await makeLockFile(path);
  const name = quoteName(`lock ${path}`);
  try {
    await connection.run(`ATTACH ${quoteText(path)} AS ${name}`);
  } catch (error) {
    if (isHeld(error)) return undefined;
    throw error;
  }
  return async () => {
    await connection.run(`DETACH ${name}`);
  };
}

function isHeld(error: unknown): boolean {
  return error instanceof Error && /lock on file|already attached/i.test(error.message);
}

/** Makes a complete lock file appear at once, since one that is written in part could never be attached. */
async function makeLockFile(path: string): Promise<void> {
  const temporary = `${path}.${randomUUID()}.new`;
  rmSync(temporary, { force: true });
  const instance = await DuckDBInstance.create(temporary);
  instance.closeSync();
  try {
    linkSync(temporary, path);
  } catch {
    // Another process was faster, or the file system has no links.
    if (!existsSync(path)) renameSync(temporary, path);
  } finally {
    rmSync(temporary, { force: true });
  }
}

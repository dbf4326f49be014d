import { randomBytes } from 'node:crypto';
import { link, open, rename, rm, stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

const RETRY_MS = 20;
const GIVE_UP_MS = 15_000;
/** A lock is held for milliseconds; an older one was left by a process that was killed. */
const ABANDONED_MS = 5_000;

/** Runs `work` while no other process holds the same lock file; a lock left by a killed process expires. */
export async function withFileLock<Result>(
  lock: string,
  work: () => Promise<Result>,
): Promise<Result> {
  await acquire(lock);
  try {
    return await work();
  } finally {
    await rm(lock, { force: true });
  }
}

async function acquire(lock: string): Promise<void> {
  const deadline = performance.now() + GIVE_UP_MS;
  while (!(await tryAcquire(lock))) {
    if (performance.now() > deadline) {
      throw new Error(`Cannot lock "${lock}": another process holds it`);
    }
    if (await isAbandoned(lock)) await removeAbandoned(lock);
    else await sleep(RETRY_MS);
  }
}

async function tryAcquire(lock: string): Promise<boolean> {
  try {
    await (await open(lock, 'wx', 0o600)).close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function isAbandoned(lock: string): Promise<boolean> {
  const found = await stat(lock).catch(() => undefined);
  return found !== undefined && Date.now() - found.mtimeMs > ABANDONED_MS;
}

/**
 * Removes an abandoned lock. Two processes may try at once, and the slower would delete the faster one's new lock:
 * so the file is renamed first and checked again, and a live lock is put back.
 */
async function removeAbandoned(lock: string): Promise<void> {
  const aside = `${lock}.${randomBytes(6).toString('hex')}`;
  try {
    await rename(lock, aside);
  } catch {
    return;
  }
  if (!(await isAbandoned(aside))) await link(aside, lock).catch(() => undefined);
  await rm(aside, { force: true });
}

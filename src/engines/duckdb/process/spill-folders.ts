import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { attempt } from '../../../values/attempt.ts';

const SPILL = '.spill';
const NAME = /^(.+)~(\d+)~[0-9a-f-]{36}$/;

/** A folder of another host is only known to be abandoned by its age. */
const ABANDONED_AFTER_MS = 24 * 3_600_000;

/** Creates the spill folder of a process; undefined if the disk is not writable. */
export function makeSpillFolder(directory: string, pid: number): string | undefined {
  const folder = join(directory, SPILL, `${hostname()}~${pid}~${randomUUID()}`);
  return attempt(() => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return folder;
  });
}

/** Deletes a spill folder; one that cannot be deleted is left to the next start. */
export function removeSpillFolder(folder: string | undefined): void {
  if (folder === undefined) return;
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // The disk is read-only, or the process has not quite ended.
  }
}

/** Deletes the spill folders of processes that have ended. */
export function sweepSpillFolders(directory: string, now: number): void {
  const parent = join(directory, SPILL);
  for (const name of attempt(() => readdirSync(parent)) ?? []) {
    const folder = join(parent, name);
    const [, host, pid] = NAME.exec(name) ?? [];
    const isOver = host === hostname() ? !isAlive(Number(pid)) : isAbandoned(folder, now);
    if (isOver) removeSpillFolder(folder);
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: a live process of another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function isAbandoned(folder: string, now: number): boolean {
  const changed = statSync(folder, { throwIfNoEntry: false });
  return changed !== undefined && changed.mtimeMs < now - ABANDONED_AFTER_MS;
}

import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from './temporary-folder.ts';

/** Whether tests may mount file systems here. */
export const canMount = tryMount();

/** A file system in memory; it takes root, or a namespace of one's own, to have one. */
export function mounted(options: string): string {
  const folder = join(temporaryFolder(), 'mounted');
  mkdirSync(folder);
  onTestFinished(() => void spawnSync('umount', [folder]));
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]);
  if (status !== 0) throw new Error('mount failed');
  return folder;
}

function tryMount(): boolean {
  if (process.getuid?.() !== 0) return false;
  const { status } = spawnSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']);
  return status === 0;
}

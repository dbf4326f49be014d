import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';

/** Why limits of a running process cannot be set on this machine; undefined if they can. */
export const noLimits =
  spawnSync('prlimit', ['--version']).status === 0 ? undefined : 'prlimit is not installed';

/** Lets a running process open so many more files; returns what undoes that. */
export function limitFiles(pid: number, more: number): () => void {
  const limits = execFileSync('prlimit', [
    '--pid',
    `${pid}`,
    '--nofile',
    '--noheadings',
    '-o',
    'SOFT',
  ]);
  const open = readdirSync(`/proc/${pid}/fd`).length;
  const set = (count: string) => execFileSync('prlimit', ['--pid', `${pid}`, `--nofile=${count}:`]);
  set(String(open + more));
  return () => void set(String(limits).trim());
}

/** Lets a running process make no file longer any more, as on a full disk. */
export function stopWriting(pid: number): void {
  execFileSync('prlimit', ['--pid', `${pid}`, '--fsize=0:']);
}

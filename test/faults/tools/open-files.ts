import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';

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

import { readFileSync } from 'node:fs';

const RESIDENT = /^VmRSS:\s+(\d+) kB$/m;

/** The resident memory of a process in bytes; undefined where it cannot be seen, as on every system but Linux. */
export function residentMemory(pid: number): number | undefined {
  try {
    const [, kibibytes] = RESIDENT.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return kibibytes === undefined ? undefined : Number(kibibytes) * 1024;
  } catch {
    return undefined;
  }
}

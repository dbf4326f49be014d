import { readFileSync } from 'node:fs';

const RESIDENT = /^VmRSS:\s+(\d+) kB$/m;

/** The resident memory of a process in bytes; undefined where `/proc` is not available (other systems than Linux). */
export function residentMemory(pid: number): number | undefined {
  try {
    const [, kibibytes] = RESIDENT.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return kibibytes === undefined ? undefined : Number(kibibytes) * 1024;
  } catch {
    return undefined;
  }
}

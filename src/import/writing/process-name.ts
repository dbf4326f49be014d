import { hash, randomBytes } from 'node:crypto';
import { hostname } from 'node:os';

const NAME = /([0-9a-f]{8})-(\d+)-[0-9a-f]{12}/;

/** A part of the name of a temporary file or folder, which says the process that it belongs to. */
export function processName(): string {
  return `${hostId()}-${process.pid}-${randomBytes(6).toString('hex')}`;
}

/** Whether a file or folder belongs to a process of this machine that has ended. */
export function isOfEndedProcess(name: string): boolean {
  const [, host, pid] = NAME.exec(name) ?? [];
  return host === hostId() && !hasProcess(Number(pid));
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

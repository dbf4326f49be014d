import { readdirSync, readFileSync } from 'node:fs';

/** Of the kernel's clock for processes. */
const TICKS_PER_SECOND = 100;

/** What `/proc` says of a process. */
interface Process {
  readonly pid: number;
  readonly parent: number;
  /** Seconds of the processor, with those of its children that have ended. */
  readonly seconds: number;
}

/** Seconds of the processor that a process and all below it have used, those that have ended too. */
export function cpuSecondsOf(pid: number): number {
  return processTree(pid).reduce((sum, { seconds }) => sum + seconds, 0);
}

/** Memory of a process and all below it, in bytes: what several share counts as a part of each. */
export function pssOf(pid: number): number {
  return processTree(pid).reduce((sum, each) => sum + pssOfOne(each.pid), 0);
}

function processTree(pid: number): readonly Process[] {
  const all = readdirSync('/proc').flatMap((name) => readProcess(Number(name)) ?? []);
  const tree = all.filter((each) => each.pid === pid);
  // Those that are added are visited too.
  for (const { pid } of tree) tree.push(...all.filter(({ parent }) => parent === pid));
  return tree;
}

function readProcess(pid: number): Process | undefined {
  if (Number.isNaN(pid)) return undefined;
  const text = readIfThere(`/proc/${pid}/stat`);
  // The name before may have spaces and brackets.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [parent, ...ticks] = [1, 11, 12, 13, 14].map((i) => Number(fields[i]));
  if (parent === undefined || Number.isNaN(parent)) return undefined;
  return { pid, parent, seconds: ticks.reduce((sum, n) => sum + n, 0) / TICKS_PER_SECOND };
}

function pssOfOne(pid: number): number {
  const [, kibibytes = 0] = /^Pss:\s+(\d+)/m.exec(readIfThere(`/proc/${pid}/smaps_rollup`)) ?? [];
  return Number(kibibytes) * 1_024;
}

/** Empty where the process has ended meanwhile. */
function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

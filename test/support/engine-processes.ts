import { tmpdir } from 'node:os';
import { onTestFinished } from 'vitest';
import {
  EngineProcesses,
  type EngineProcessesOptions,
} from '../../src/engines/duckdb/process/engine-processes.ts';

/** Engine processes that outlive the engines which use them; the first statements start them. */
class SharedProcesses extends EngineProcesses {
  override async start(): Promise<void> {}
  override async close(): Promise<void> {}
}

/** Reads files anywhere in the system's temporary folder. */
const ANYWHERE = { dataDir: tmpdir(), folders: [tmpdir()] };

const byThreads = new Map<number | undefined, SharedProcesses>();

/**
 * The engine processes that all tests of a worker share, for stores anywhere in the system's temporary folder: starting
 * one takes half a second. They end with the worker. With one thread, rows without an ORDER BY have the order of the files.
 */
export function sharedProcesses(threads?: 1): EngineProcesses {
  const known = byThreads.get(threads);
  if (known) return known;
  const processes = new SharedProcesses({ ...ANYWHERE, ...(threads && { threads }) });
  byThreads.set(threads, processes);
  return processes;
}

/** Engine processes of one test alone, which are closed when it ends. */
export function ownProcesses(options: Partial<EngineProcessesOptions> = {}): EngineProcesses {
  const processes = new EngineProcesses({ ...ANYWHERE, ...options });
  onTestFinished(() => processes.close());
  return processes;
}

import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { lowerPriority } from '../engines/duckdb/process/lower-priority.ts';
import type { WriterAnswer, WriterOrder } from './writer-messages.ts';

const ENTRY = fileURLToPath(new URL('./writer-process.ts', import.meta.url));
const HEAP_LIMITS = ['--max-old-space-size=64', '--max-semi-space-size=4'];

/** Writes files of demo data in a child process, one order at a time. */
export class DemoWriter {
  #child: ChildProcess | undefined;

  /** Resolves when the files are written and the process has ended. */
  async write(order: WriterOrder): Promise<void> {
    const child = fork(ENTRY, [], {
      serialization: 'advanced',
      execArgv: HEAP_LIMITS,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    lowerPriority(child.pid);
    this.#child = child;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    let failure: string | undefined = 'its process has ended';
    child.on('message', ({ error }: WriterAnswer) => {
      failure = error;
      child.kill('SIGKILL');
    });
    child.on('error', reject);
    child.on('exit', () => {
      if (failure === undefined) resolve();
      else reject(new Error(`Cannot write the demo data: ${failure}`));
    });
    child.send(order);
    try {
      await promise;
    } finally {
      this.#child = undefined;
    }
  }

  /** Ends the running order after its current file; the next order writes the rest. */
  close(): void {
    if (this.#child?.connected) this.#child.disconnect();
  }
}

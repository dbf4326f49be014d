import { type ChildProcess, fork } from 'node:child_process';
import { lowerPriority } from '../process/lower-priority.ts';

const HEAP_LIMITS = ['--max-old-space-size=64', '--max-semi-space-size=4'];

/** When a process that should end itself is killed. */
const KILL_AFTER_MS = 1_500;

/** The reply of a writer's process to its order. */
export interface WriterAnswer {
  /** Undefined when everything was done. */
  readonly error: string | undefined;
}

/** Carries out orders that write to the store, one at a time, each in a process whose exit releases DuckDB's memory. */
export class WriterProcess<Order extends object> {
  readonly #entry: string;
  readonly #task: string;
  #child: ChildProcess | undefined;

  /** `task` is what an order does, for the message of a failure. */
  constructor(entry: string, task: string) {
    this.#entry = entry;
    this.#task = task;
  }

  /**
   * Resolves when the order was carried out and the process has ended. Its priority is lower than that of requests,
   * unless it is urgent: a start waits for it, and nobody is served before.
   */
  async run(order: Order, { isUrgent = false } = {}): Promise<void> {
    const child = fork(this.#entry, [], {
      serialization: 'advanced',
      execArgv: HEAP_LIMITS,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    if (!isUrgent) lowerPriority(child.pid);
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
      else reject(new Error(`Cannot ${this.#task}: ${failure}`));
    });
    child.send(order);
    try {
      await promise;
    } finally {
      this.#child = undefined;
    }
  }

  /** Ends the running order after its current file, or soon; the next order does the rest. */
  close(): void {
    const child = this.#child;
    if (!child?.connected) return;
    child.disconnect();
    setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS).unref();
  }
}

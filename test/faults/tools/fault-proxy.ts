import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** What the worker is told to do. */
export type Command =
  | { readonly kind: 'pass' | 'silence' | 'reset' | 'refuse' }
  /** Sends connections to another port from now on. */
  | { readonly kind: 'aim'; readonly port: number }
  /** Answers each command of Redis with an error, or each connection with a text. */
  | { readonly kind: 'impersonate'; readonly error?: string; readonly text?: string };

/**
 * Stands in front of a server and does to its connections what networks do. It runs in a thread of its own: what the
 * load and the servers of this one do must not look like a slow network.
 */
export class FaultProxy {
  readonly port: number;
  readonly #worker: Worker;

  private constructor(worker: Worker, port: number) {
    this.#worker = worker;
    this.port = port;
  }

  static async open(target: number): Promise<FaultProxy> {
    const worker = new Worker(new URL('./proxy-worker.ts', import.meta.url), {
      workerData: target,
    });
    const [port] = await once(worker, 'message');
    return new FaultProxy(worker, port);
  }

  /** All goes well again. */
  pass(): Promise<void> {
    return this.#tell({ kind: 'pass' });
  }

  /** Nothing gets through any more, and nobody is told. */
  silence(): Promise<void> {
    return this.#tell({ kind: 'silence' });
  }

  /** Resets every connection, and each new one. */
  reset(): Promise<void> {
    return this.#tell({ kind: 'reset' });
  }

  /** As if nobody listened. */
  refuse(): Promise<void> {
    return this.#tell({ kind: 'refuse' });
  }

  /** Puts another server in the place of this one. */
  aim(port: number): Promise<void> {
    return this.#tell({ kind: 'aim', port });
  }

  /** Puts somebody in the server's place who says the same to everybody. */
  impersonate(words: { readonly error?: string; readonly text?: string }): Promise<void> {
    return this.#tell({ kind: 'impersonate', ...words });
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  async #tell(command: Command): Promise<void> {
    const done = once(this.#worker, 'message');
    this.#worker.postMessage(command);
    await done;
  }
}

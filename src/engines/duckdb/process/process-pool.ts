import type { EngineProcess, StatementRows } from './engine-process.ts';
import type { ProcessStatement } from './messages.ts';

/** Where a pool gets its processes. */
export type TakeProcess = () => EngineProcess;

/** Engine processes for statements of one kind, each replaced when it has ended; the first statements start them. */
export class ProcessPool {
  readonly #processes: (EngineProcess | undefined)[];
  readonly #take: TakeProcess;
  #isClosed = false;

  constructor(size: number, take: TakeProcess) {
    this.#processes = Array.from({ length: size }, () => undefined);
    this.#take = take;
  }

  /** Starts all processes; resolves when they can run statements. */
  async start(): Promise<void> {
    await Promise.all(this.#processes.map((_, i) => this.#at(i).opened));
  }

  /** Runs a statement in the process that has the fewest of them. */
  async run(statement: ProcessStatement, stop: AbortSignal): Promise<StatementRows> {
    for (;;) {
      const process = this.#leastLoaded();
      await process.opened;
      stop.throwIfAborted();
      // It may have been replaced meanwhile.
      if (!process.isOver) return process.run(statement, stop);
    }
  }

  /** Resolves when DuckDB answers in each of the processes. */
  async check(): Promise<void> {
    await Promise.all(
      this.#processes.map(async (_, i) => {
        const process = this.#at(i);
        await process.opened;
        await process.check();
      }),
    );
  }

  close(): void {
    this.#isClosed = true;
  }

  #leastLoaded(): EngineProcess {
    const all = this.#processes.map((_, i) => this.#at(i));
    return all.reduce((least, process) => (process.load < least.load ? process : least));
  }

  #at(index: number): EngineProcess {
    const known = this.#processes[index];
    if (known && !known.isOver) return known;
    const fresh = this.#take();
    this.#processes[index] = fresh;
    // Replaced before anybody has to wait for it; one that could not even start would fail again.
    void fresh.ended.then(() => {
      const isCurrent = this.#processes[index] === fresh;
      if (!this.#isClosed && isCurrent && fresh.hasOpened) this.#at(index);
    });
    return fresh;
  }
}

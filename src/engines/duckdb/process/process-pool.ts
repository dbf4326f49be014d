import { settledOrAborted } from '../../../async/settled-or-aborted.ts';
import type { EngineProcess, StatementRows } from './engine-process.ts';
import type { ProcessStatement } from './messages.ts';

/** Creates a process for a pool, or provides the spare. */
export type TakeProcess = () => EngineProcess;

/** Engine processes for one kind of statement, started on first use and replaced when they end. */
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

  /**
   * Runs a statement in the least loaded process, once all interrupted statements there have ended: one that does not
   * end costs the process, and every other statement in it.
   */
  async run(statement: ProcessStatement, stop: AbortSignal): Promise<StatementRows> {
    for (;;) {
      const process = this.#leastLoaded();
      await process.opened;
      await settledOrAborted(process.interruptedEnded(), stop);
      // It may have been replaced in the meantime.
      if (!process.isOver) return process.run(statement, stop);
    }
  }

  /** Resolves when DuckDB answers in every process. */
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
    // Replaced at once, before the next statement; unless it never opened, as another would fail too.
    void fresh.ended.then(() => {
      const isCurrent = this.#processes[index] === fresh;
      if (!this.#isClosed && isCurrent && fresh.hasOpened) this.#at(index);
    });
    return fresh;
  }
}

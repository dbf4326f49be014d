import type { SchemaField } from '#googlesql';
import { settledOrAborted } from '../../../async/settled-or-aborted.ts';
import type { DescribedFile, FileDescription } from '../files/file-description.ts';
import type { FileFault } from '../files/find-fault.ts';
import type { EngineProcess, StatementRows } from './engine-process.ts';
import type { FileAnswer, FileQuestion, FilesRead, ProcessStatement } from './messages.ts';
import { ProcessEnded } from './process-ended.ts';

/** Creates a process for a pool. */
export type OpenProcess = () => EngineProcess;

/** Engine processes for one kind of statement, started on first use and replaced when they end. */
export class ProcessPool {
  readonly #processes: (EngineProcess | undefined)[];
  readonly #open: OpenProcess;
  /** The ends of statements that run beside each other. */
  readonly #running = new Set<Promise<void>>();
  /** The end of the statement that runs alone; undefined if none does. */
  #alone: Promise<void> | undefined;
  /** Why the last process that was started could not be used; undefined if it could. */
  #openError: Error | undefined;

  constructor(size: number, open: OpenProcess) {
    this.#processes = Array.from({ length: size }, () => undefined);
    this.#open = open;
  }

  /** Starts all processes; resolves when they can run statements. */
  async start(): Promise<void> {
    await Promise.all(this.#processes.map((_, i) => this.#at(i).opened));
  }

  /**
   * Runs a statement in the least loaded process. One of those that ran together in a process that ended may have ended
   * it, so each of them is run again, alone and after all others: the one that ends a process then did it.
   */
  async run(statement: ProcessStatement, stop: AbortSignal): Promise<StatementRows> {
    try {
      return await this.#runBeside(statement, stop);
    } catch (error) {
      if (!(error instanceof ProcessEnded) || error.fault !== 'unknown') throw error;
      return this.#runAlone(statement, stop);
    }
  }

  /** Waits until interrupted statements have ended: one that does not end costs the process, and all others in it. */
  async #runBeside(statement: ProcessStatement, stop: AbortSignal): Promise<StatementRows> {
    for (;;) {
      if (this.#alone !== undefined) await settledOrAborted(this.#alone, stop);
      const process = this.#leastLoaded();
      await process.opened;
      await settledOrAborted(process.interruptedEnded(), stop);
      // It may have been replaced, or a statement may run alone in the meantime.
      if (!process.isOver && this.#alone === undefined)
        return this.#counted(process.run(statement, stop));
    }
  }

  async #runAlone(statement: ProcessStatement, stop: AbortSignal): Promise<StatementRows> {
    while (this.#running.size > 0 || this.#alone !== undefined) {
      const others = this.#alone ?? Promise.race(this.#running);
      await settledOrAborted(others, stop);
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#alone = promise;
    try {
      const process = this.#leastLoaded();
      await process.opened;
      return await process.run(statement, stop);
    } finally {
      this.#alone = undefined;
      resolve();
    }
  }

  /** Counts a statement until it ends; whoever waits for the end is not told how it ended. */
  #counted(answer: Promise<StatementRows>): Promise<StatementRows> {
    const ended = answer.then(
      () => {},
      () => {},
    );
    this.#running.add(ended);
    void ended.then(() => this.#running.delete(ended));
    return answer;
  }

  /** Says what files are, in their order; rejects with the error of one that cannot be described. */
  async describe(paths: readonly string[]): Promise<readonly FileDescription[]> {
    return (await this.#ask({ kind: 'describe', paths })) as readonly FileDescription[]; // As `FileQuestion` says.
  }

  /** Says which columns and fields of Parquet files are never NULL, in the files' order. */
  async filled(files: readonly DescribedFile[]): Promise<readonly (readonly string[])[]> {
    return (await this.#ask({ kind: 'filled', files })) as readonly (readonly string[])[]; // As `FileQuestion` says.
  }

  /** Finds the first value in files that cannot be converted; undefined if there is none. */
  async locate(read: FilesRead): Promise<FileFault | undefined> {
    return (await this.#ask({ kind: 'locate', read })) as FileFault | undefined; // As `FileQuestion` says.
  }

  /** Says the fields of the rows in files, in BigQuery's form; rejects if the rows have none in common. */
  async infer(paths: readonly string[]): Promise<readonly SchemaField[]> {
    return (await this.#ask({ kind: 'infer', paths })) as readonly SchemaField[]; // As `FileQuestion` says.
  }

  async #ask(question: FileQuestion): Promise<FileAnswer> {
    const process = this.#leastLoaded();
    await process.opened;
    return process.ask(question);
  }

  /**
   * Resolves when DuckDB answers in every process that was started, since the first statement starts them; rejects if the
   * last one that was started could not be used.
   */
  async check(): Promise<void> {
    if (this.#openError) throw this.#openError;
    const running = this.#processes.filter((process) => process && !process.isOver);
    await Promise.all(
      running.map(async (process) => {
        await process?.opened;
        await process?.check();
      }),
    );
  }

  #leastLoaded(): EngineProcess {
    const all = this.#processes.map((_, i) => this.#at(i));
    return all.reduce((least, process) => (process.load < least.load ? process : least));
  }

  #at(index: number): EngineProcess {
    const known = this.#processes[index];
    if (known && !known.isOver) return known;
    const fresh = this.#open();
    this.#processes[index] = fresh;
    fresh.opened.then(
      () => {
        this.#openError = undefined;
      },
      (error) => {
        this.#openError = error;
      },
    );
    return fresh;
  }
}

import { BackgroundWork } from '../../async/background-work.ts';
import { queryDeadline, withDeadline } from '../../async/deadline.ts';
import { FieldstoneError } from '../../errors.ts';
import type {
  Engine,
  EngineHealth,
  EngineQuery,
  EngineResult,
  EngineRun,
  EngineUsage,
  SlotQuery,
} from '../engine.ts';
import { QuerySlots } from '../query-slots.ts';
import { EngineProcesses } from './process/engine-processes.ts';
import { ProcessEnded } from './process/process-ended.ts';
import { processError } from './process/process-error.ts';
import { engineError } from './queries/errors.ts';
import { RefusedStatements } from './queries/refused-statements.ts';
import { StatementPrinter } from './queries/statement-printer.ts';
import { DamageFinder } from './store/damaged-tables.ts';
import type { ParquetStore } from './store/parquet-store.ts';

/** Options of `DuckDbEngine`. */
export interface DuckDbEngineOptions {
  readonly store: ParquetStore;
  /** Closed with the engine. @default one process for stored queries, one for callers' SQL */
  readonly processes?: EngineProcesses;
  /** Called with the error when DuckDB cannot plan a caller's SQL that the compiler accepted. */
  readonly onUnplannable?: (error: unknown) => void;
  /** Called by `check` and `damagedTables` when what is wrong with the data has changed, with a line for each damaged table. */
  readonly onDamage?: (damage: readonly string[]) => void;
  /** Deadline from call to last row, including time in the queue. @default 30 seconds */
  readonly timeoutMs?: number;
  /**
   * Concurrent queries of each kind, stored or callers' SQL; each occupies a thread of its process' libuv pool, so it
   * must be below `UV_THREADPOOL_SIZE`. @default 3
   */
  readonly running?: number;
  /** Waiting queries of each kind; more are refused. @default 64 */
  readonly waiting?: number;
}

/** How long after the deadline a process stops a statement itself, in case the gateway has not. */
const LATE_MS = 1_000;

/** How long `close` waits for running statements. */
const CLOSE_WITHIN_MS = 1_000;

/** Runs queries with DuckDB over the store's Parquet files, in processes that can access nothing else. */
export class DuckDbEngine implements Engine {
  readonly #options: DuckDbEngineOptions;
  readonly #printer: StatementPrinter;
  readonly #processes: EngineProcesses;
  readonly #timeoutMs: number;
  readonly #slots: Readonly<Record<'stored' | 'callers', QuerySlots>>;
  readonly #closing = new AbortController();
  /** Queries until they have really ended, which may be after their callers were answered. */
  readonly #running = new BackgroundWork();
  readonly #refused = new RefusedStatements();
  readonly #damages: DamageFinder;
  /** What was found last. */
  #damage: readonly string[] = [];

  constructor(options: DuckDbEngineOptions) {
    const { store, processes, timeoutMs = 30_000, running = 3, waiting = 64 } = options;
    this.#options = options;
    this.#damages = new DamageFinder(store);
    this.#printer = new StatementPrinter(store);
    this.#processes = processes ?? new EngineProcesses({ directory: store.directory });
    this.#timeoutMs = timeoutMs;
    const limits = { running, waiting };
    this.#slots = {
      stored: new QuerySlots(limits),
      callers: new QuerySlots({ ...limits, runningCallersSql: running }),
    };
  }

  async run(query: EngineQuery, { signal, onStart }: EngineRun): Promise<EngineResult> {
    this.checkRoom(query);
    const signals = [signal, this.#closing.signal];
    // DuckDB checks for interrupts only between chunks of rows, and one function call on a chunk can take long.
    return withDeadline(queryDeadline(this.#timeoutMs, signals), (stop) =>
      this.#answer(query, { signal: stop, onStart }),
    );
  }

  async #answer(query: EngineQuery, { signal: stop, onStart }: EngineRun): Promise<EngineResult> {
    const until = Date.now() + this.#timeoutMs;
    const running = this.#slotsFor(query).use(query, stop, () => {
      onStart?.();
      return this.#execute(query, until, stop);
    });
    this.#running.add(running);
    try {
      return await running;
    } catch (error) {
      stop.throwIfAborted();
      const { onUnplannable = () => {}, store } = this.#options;
      const { directory } = store;
      throw engineError(error, { isCallersSql: query.isCallersSql, directory, onUnplannable });
    }
  }

  checkRoom(query: SlotQuery): void {
    this.#slotsFor(query).check(query);
  }

  usage(): EngineUsage {
    const { stored, callers } = this.#slots;
    return {
      queues: { stored: stored.usage, callers: callers.usage },
      processRestarts: this.#processes.restarts,
      isBreakerOpen: false,
    };
  }

  #slotsFor({ isCallersSql }: SlotQuery): QuerySlots {
    return this.#slots[isCallersSql ? 'callers' : 'stored'];
  }

  async check(): Promise<EngineHealth> {
    this.#closing.signal.throwIfAborted();
    try {
      await Promise.all([this.#processes.stored.check(), this.#processes.callers.check()]);
    } catch (error) {
      throw unavailable(error);
    }
    const damaged = await this.damagedTables();
    return { notes: 0, isAnswering: true, ...(damaged > 0 && { damaged }) };
  }

  /** Resolves with the number of tables whose data are damaged. */
  async damagedTables(): Promise<number> {
    const damage = await this.#damages.find();
    if (damage.join() !== this.#damage.join()) this.#options.onDamage?.(damage);
    this.#damage = damage;
    return damage.length;
  }

  async close(): Promise<void> {
    if (!this.#closing.signal.aborted) {
      this.#closing.abort(
        new FieldstoneError('ENGINE_UNAVAILABLE', 'The service is shutting down'),
      );
    }
    await this.#running.settled(CLOSE_WITHIN_MS);
    await this.#processes.close();
  }

  async #execute(query: EngineQuery, until: number, stop: AbortSignal): Promise<EngineResult> {
    this.#refused.refuse(query);
    const statement = this.#printer.print(query, until + LATE_MS);
    const { stored, callers } = this.#processes;
    const release = this.#options.store.hold(statement.files.map(({ path }) => path));
    try {
      const result = await (query.isCallersSql ? callers : stored).run(statement, stop);
      return { ...result, bytesBilled: 0 };
    } catch (error) {
      if (error instanceof ProcessEnded) throw this.#errorOf(query, error);
      if (error instanceof Error) this.#damages.record(statement.files, error);
      throw error;
    } finally {
      // The statement has ended in its process, also if its caller left before.
      release();
    }
  }

  #errorOf(query: EngineQuery, ended: ProcessEnded): FieldstoneError {
    const isAtFault = ended.fault === 'own';
    const error = processError(ended, { isAtFault, isCallersSql: query.isCallersSql });
    if (isAtFault) this.#refused.add(query, error);
    return error;
  }
}

function unavailable(cause: unknown): FieldstoneError {
  return new FieldstoneError('ENGINE_UNAVAILABLE', 'The engine does not answer', { cause });
}

import type { Statement } from '#googlesql';
import { BackgroundWork } from '../../async/background-work.ts';
import { queryDeadline, withDeadline } from '../../async/deadline.ts';
import { systemClock } from '../../async/system-clock.ts';
import { FieldstoneError, messageOf } from '../../errors.ts';
import {
  type CompiledQuery,
  type DataState,
  type Engine,
  type EngineHealth,
  type EngineQuery,
  type EngineResult,
  type EngineRun,
  type EngineStatement,
  type EngineUsage,
  isForeign,
  type SlotQuery,
} from '../engine.ts';
import { QuerySlots } from '../query-slots.ts';
import type { DemoRows } from './demo/demo-rows.ts';
import { EngineProcesses } from './process/engine-processes.ts';
import { ProcessEnded } from './process/process-ended.ts';
import { processError } from './process/process-error.ts';
import { engineError, failure, isAboutFile } from './queries/errors.ts';
import { RefusedStatements } from './queries/refused-statements.ts';
import { StatementPrinter } from './queries/statement-printer.ts';
import { valuedStatement } from './queries/valued-statement.ts';
import { DamagedFiles } from './tables/damaged-files.ts';
import { stateOf, type TableFiles } from './tables/table-files.ts';
import { type Listings, TableReader } from './tables/table-reader.ts';

/** Options of `DuckDbEngine`. */
export interface DuckDbEngineOptions {
  readonly files: TableFiles;
  /** Rows that tables have beside those of their files. @default none */
  readonly demo?: ReadonlyMap<string, DemoRows>;
  /** Microseconds since the epoch: up to when there are demo rows. @default the system's clock */
  readonly clock?: () => bigint;
  /** Closed with the engine. @default one process for stored queries, one for callers' SQL */
  readonly processes?: EngineProcesses;
  /** Called with the error when DuckDB cannot plan a caller's SQL that the compiler accepted. */
  readonly onUnplannable?: (error: unknown) => void;
  /** Called when what is wrong with the data has changed, with a line for each damaged file. */
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

/** Runs queries with DuckDB over the tables' files, in processes that can access nothing else. */
export class DuckDbEngine implements Engine {
  readonly #options: DuckDbEngineOptions;
  readonly #files: TableFiles;
  readonly #printer = new StatementPrinter();
  readonly #reader: TableReader;
  readonly #processes: EngineProcesses;
  readonly #timeoutMs: number;
  readonly #slots: Readonly<Record<'stored' | 'callers', QuerySlots>>;
  readonly #closing = new AbortController();
  /** Queries until they have really ended, which may be after their callers were answered. */
  readonly #running = new BackgroundWork();
  readonly #refused = new RefusedStatements();
  readonly #damaged: DamagedFiles;

  constructor(options: DuckDbEngineOptions) {
    const { files, timeoutMs = 30_000, running = 3, waiting = 64 } = options;
    const { dataDir, folders } = files;
    this.#options = options;
    this.#files = files;
    this.#processes = options.processes ?? new EngineProcesses({ dataDir, folders });
    this.#damaged = new DamagedFiles(options.onDamage);
    this.#reader = new TableReader({
      files,
      demo: options.demo ?? new Map(),
      clock: options.clock ?? systemClock,
      describe: (paths) => this.#processes.stored.describe(paths),
      filled: (files) => this.#processes.stored.filled(files),
      locate: (read) => this.#processes.stored.locate(read),
    });
    this.#timeoutMs = timeoutMs;
    const limits = { running, waiting };
    this.#slots = {
      stored: new QuerySlots(limits),
      callers: new QuerySlots({ ...limits, runningCallersSql: running }),
    };
  }

  async run(query: EngineQuery, { signal, onStart }: EngineRun): Promise<EngineResult> {
    const { parameters, statement } = query;
    if (isForeign(statement)) throw foreignRefused(query.purpose.endpoint);
    this.checkRoom(query);
    const signals = [signal, this.#closing.signal];
    // DuckDB checks for interrupts only between chunks of rows, and one function call on a chunk can take long.
    return withDeadline(queryDeadline(this.#timeoutMs, signals), (stop) =>
      this.#answer(
        { ...query, statement: valuedStatement({ statement, parameters }) },
        { signal: stop, onStart },
      ),
    );
  }

  async #answer(query: CompiledQuery, { signal: stop, onStart }: EngineRun): Promise<EngineResult> {
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
      const { onUnplannable = () => {} } = this.#options;
      const { isCallersSql } = query;
      throw engineError(error, { isCallersSql, folders: this.#files.folders, onUnplannable });
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
    const damaged = this.damagedFiles();
    return { notes: 0, isAnswering: true, ...(damaged > 0 && { damaged }) };
  }

  dataState(statement: EngineStatement): DataState | undefined {
    if (isForeign(statement)) return undefined;
    return stateOf([...this.#list(statement).values()]);
  }

  dataVersion(): number {
    return this.#files.version();
  }

  /**
   * The number of files for which statements have failed, and which are still there unchanged, and of tables whose files
   * are missing.
   */
  damagedFiles(): number {
    return this.#damaged.count() + this.#files.missing().length;
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

  async #execute(query: CompiledQuery, until: number, stop: AbortSignal): Promise<EngineResult> {
    this.#refused.refuse(query);
    const listings = this.#list(query.statement);
    for (const [table, listing] of listings) {
      if (!this.#files.isMissing(table, listing)) continue;
      throw new Error(`No file matches the globs of table "${table}"`);
    }
    try {
      const result = await this.#executeOver(listings, query, until, stop);
      if (!(await this.#reader.haveOtherColumns(listings))) return result;
      this.#reader.hasChanged(listings);
      return await this.#executeOver(this.#list(query.statement), query, until, stop);
    } catch (error) {
      if (error instanceof FieldstoneError || stop.aborted) throw error;
      // That a file was replaced or deleted in the meantime is no fault of the statement.
      if (this.#reader.hasChanged(listings)) {
        return await this.#executeOver(this.#list(query.statement), query, until, stop);
      }
      throw await this.#recordDamage(listings, query, error);
    }
  }

  #list(statement: Statement): Listings {
    return this.#reader.list(this.#printer.tablesOf(statement));
  }

  async #executeOver(
    listings: Listings,
    query: CompiledQuery,
    until: number,
    stop: AbortSignal,
  ): Promise<EngineResult> {
    const predicates = this.#printer.predicatesOf(query.statement);
    const sources = await this.#reader.read(listings, predicates, query);
    const statement = this.#printer.print(query, sources, until + LATE_MS);
    const { stored, callers } = this.#processes;
    try {
      const result = await (query.isCallersSql ? callers : stored).run(statement, stop);
      return { ...result, bytesBilled: 0, dataState: stateOf([...listings.values()]) };
    } catch (error) {
      if (error instanceof ProcessEnded) throw this.#errorOf(query, error);
      throw error;
    }
  }

  /** Records which files an error is about, and where in them, for the log: a failure with these lines, or the error. */
  async #recordDamage(listings: Listings, { statement }: CompiledQuery, error: unknown) {
    const message = messageOf(error);
    if (!isAboutFile(message, this.#files.folders)) return error;
    const predicates = this.#printer.predicatesOf(statement);
    const damage = await this.#reader.damageOf(listings, predicates, message).catch(() => []);
    if (damage.length === 0) return error;
    for (const { file, line } of damage) this.#damaged.add(file, line);
    return failure(new Error(damage.map(({ line }) => line).join('\n')));
  }

  #errorOf(query: CompiledQuery, ended: ProcessEnded): FieldstoneError {
    const isAtFault = ended.fault === 'own';
    const error = processError(ended, { isAtFault, isCallersSql: query.isCallersSql });
    if (isAtFault) this.#refused.add(query, error);
    return error;
  }
}

function foreignRefused(endpoint: string): FieldstoneError {
  const message = `Endpoint "${endpoint}" runs on BigQuery alone, and this service runs on the embedded engine`;
  return new FieldstoneError('ENGINE_FAILED', message);
}

function unavailable(cause: unknown): FieldstoneError {
  return new FieldstoneError('ENGINE_UNAVAILABLE', 'The engine does not answer', { cause });
}

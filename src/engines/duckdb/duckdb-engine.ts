import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type DuckDBConnection,
  type DuckDBInstance,
  type DuckDBPreparedStatement,
  StatementType,
} from '@duckdb/node-api';
import { FieldstoneError } from '../../errors.ts';
import type { TableScan } from '../../googlesql/analysis/resolved.ts';
import { type DuckDbStatement, printDuckDb } from '../../googlesql/duckdb/print.ts';
import type { Engine, EngineQuery, EngineResult, EngineRun, Statement } from '../engine.ts';
import { QuerySlots } from '../query-slots.ts';
import { RowBudget } from '../row-budget.ts';
import { settledOrAborted } from '../settled-or-aborted.ts';
import { bindParameters } from './bind-parameters.ts';
import { engineError } from './errors.ts';
import { interruptWhenAborted } from './interrupt.ts';
import { openLockedInstance } from './locked-instance.ts';
import type { ParquetStore } from './parquet-store.ts';
import { planClearer } from './plan-clearer.ts';
import { refuseHeavyPlanning } from './planning-work.ts';
import { compileReader, type ReadRows } from './read-rows.ts';
import { ResultCollector } from './result-collector.ts';
import { limitRows } from './row-limit.ts';
import { readScanBounds, type ScanBounds, timeBounds } from './scan-bounds.ts';
import { tableSource } from './table-source.ts';

/** What an embedded engine may use, and how long it may take. */
export interface DuckDbEngineOptions {
  readonly store: ParquetStore;
  /** DuckDB's `memory_limit`. @default 1GB */
  readonly memory?: string;
  /** Threads that all queries share. @default 2 */
  readonly threads?: number;
  /** From asking to the last row, waiting included. @default 30 seconds */
  readonly timeoutMs?: number;
  /**
   * Queries that run at the same time; each keeps a thread of libuv's pool busy, so it must stay below
   * `UV_THREADPOOL_SIZE`. @default 3
   */
  readonly running?: number;
  /** Queries that wait for their turn; more are refused. @default 64 */
  readonly waiting?: number;
}

/** What is the same for every run of a statement. */
interface CompiledStatement {
  readonly read: ReadRows;
  readonly bounds: ReadonlyMap<TableScan, ScanBounds>;
}

/** Answers queries from the store's Parquet files with an embedded DuckDB that can reach nothing else. */
export class DuckDbEngine implements Engine {
  readonly #instance: DuckDBInstance;
  readonly #store: ParquetStore;
  readonly #timeoutMs: number;
  readonly #slots: QuerySlots;
  readonly #closing = new AbortController();
  readonly #running = new Set<Promise<unknown>>();
  readonly #collector = new ResultCollector();
  readonly #compiled = new WeakMap<Statement, CompiledStatement>();

  private constructor(instance: DuckDBInstance, options: DuckDbEngineOptions) {
    this.#instance = instance;
    this.#store = options.store;
    this.#timeoutMs = options.timeoutMs ?? 30_000;
    this.#slots = new QuerySlots({
      running: options.running ?? 3,
      waiting: options.waiting ?? 64,
    });
  }

  static async open(options: DuckDbEngineOptions): Promise<DuckDbEngine> {
    const instance = await openLockedInstance(options.store.directory, {
      memory: options.memory ?? '1GB',
      threads: options.threads ?? 2,
      // Not shared with other processes: DuckDB's names for temporary files are not unique.
      temporaryDirectory: join(tmpdir(), `fieldstone-${randomUUID()}`),
    });
    return new DuckDbEngine(instance, options);
  }

  async run(query: EngineQuery, { signal }: EngineRun): Promise<EngineResult> {
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(this.#timeoutError()), this.#timeoutMs);
    const stop = AbortSignal.any([signal, deadline.signal, this.#closing.signal]);
    const running = this.#slots.use(stop, () => this.#execute(query, stop));
    this.#keep(running);
    try {
      // DuckDB looks for interrupts between chunks of rows only, and one function call on a chunk can take long.
      return await settledOrAborted(running, stop);
    } catch (error) {
      stop.throwIfAborted();
      throw engineError(error, {
        isCallersSql: query.isCallersSql,
        directory: this.#store.directory,
      });
    } finally {
      clearTimeout(timer);
    }
  }

  /** Remembers a query until it has really ended, which may be after its caller was answered. */
  #keep(running: Promise<unknown>): void {
    const ended = running.then(
      () => {},
      () => {},
    );
    this.#running.add(ended);
    void ended.then(() => this.#running.delete(ended));
  }

  async check(): Promise<void> {
    this.#closing.signal.throwIfAborted();
    const connection = await this.#instance.connect();
    try {
      await connection.run('SELECT 1');
    } finally {
      connection.closeSync();
    }
  }

  async close(): Promise<void> {
    if (this.#closing.signal.aborted) return;
    this.#closing.abort(new FieldstoneError('ENGINE_UNAVAILABLE', 'The service is shutting down'));
    // What ends a query is not over with its answer.
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
    this.#instance.closeSync();
  }

  async #execute(query: EngineQuery, stop: AbortSignal): Promise<EngineResult> {
    const { parameters, statement } = query;
    const { read } = this.#compile(statement);
    const { sql, parameters: names } = this.#print(query);
    if (query.isCallersSql) refuseHeavyPlanning(sql);
    const connection = await this.#instance.connect();
    const stopInterrupting = interruptWhenAborted(connection, stop);
    let clear = async () => {};
    try {
      const prepared = await prepareSelect(connection, sql);
      bindParameters(prepared, names, parameters);
      stop.throwIfAborted();
      clear = planClearer(connection, prepared, sql);
      const result = await prepared.run();
      return {
        ...(await read(await result.fetchAllChunks(), new RowBudget(query))),
        bytesBilled: 0,
      };
    } finally {
      stopInterrupting();
      this.#keep(clear().finally(() => this.#release(connection)));
    }
  }

  #release(connection: DuckDBConnection): void {
    connection.closeSync();
    this.#collector.collectSoon();
  }

  /** One row more than asked for shows whether there are more. */
  #print({ statement, parameters, maxRows }: EngineQuery): DuckDbStatement {
    const { bounds } = this.#compile(statement);
    return printDuckDb(limitRows(statement.resolved, maxRows + 1), {
      tableSource: (scan) => {
        const range = timeBounds(bounds.get(scan), parameters);
        return tableSource(scan.table, this.#store.files(scan.table.name, range));
      },
    });
  }

  #compile(statement: Statement): CompiledStatement {
    const known = this.#compiled.get(statement);
    if (known) return known;
    const compiled = {
      read: compileReader(statement.columns),
      bounds: readScanBounds(statement.resolved),
    };
    this.#compiled.set(statement, compiled);
    return compiled;
  }

  #timeoutError(): FieldstoneError {
    const seconds = this.#timeoutMs / 1_000;
    return new FieldstoneError('QUERY_TIMEOUT', `Cannot finish the query within ${seconds} s`);
  }
}

/** Prepares the only statement of a text; anything but one SELECT is refused before it can do something. */
async function prepareSelect(
  connection: DuckDBConnection,
  sql: string,
): Promise<DuckDBPreparedStatement> {
  const statements = await connection.extractStatements(sql);
  if (statements.count !== 1) throw new Error('Cannot run the statement: it is not one statement');
  const prepared = await statements.prepare(0);
  if (prepared.statementType !== StatementType.SELECT) {
    throw new Error('Cannot run the statement: it is no SELECT');
  }
  return prepared;
}

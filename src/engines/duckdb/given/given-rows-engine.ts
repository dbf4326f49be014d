import type { Table, TableScan } from '#googlesql';
import { queryDeadline, withDeadline } from '../../../async/deadline.ts';
import {
  type CompiledQuery,
  type Engine,
  type EngineHealth,
  type EngineQuery,
  type EngineResult,
  type EngineRun,
  type EngineUsage,
  isForeign,
} from '../../engine.ts';
import type { EngineProcesses } from '../process/engine-processes.ts';
import { ProcessEnded } from '../process/process-ended.ts';
import { processError } from '../process/process-error.ts';
import { engineError } from '../queries/errors.ts';
import type { StatementPrinter } from '../queries/statement-printer.ts';
import { valuedStatement } from '../queries/valued-statement.ts';
import { givenSource, type TableSource } from '../tables/table-source.ts';

/** The rows of tables by name, each as the JSON of `rowsJson`; other tables are empty. */
export type GivenRows = ReadonlyMap<string, string>;

/** Options of a `GivenRowsEngine`. */
export interface GivenRowsEngineOptions {
  /** Statements run on those for stored queries; closed by their owner. */
  readonly processes: EngineProcesses;
  /** Shared by engines that run the same statements, which are then printed once. */
  readonly printer: StatementPrinter;
  readonly rows: GivenRows;
  /** Deadline of a statement. @default 30 seconds */
  readonly timeoutMs?: number;
}

/** How long after the deadline a process stops a statement itself. */
const LATE_MS = 1_000;

/** Runs queries with DuckDB over rows that are given to it, which it binds in place of tables; it reads no file. */
export class GivenRowsEngine implements Engine {
  readonly #options: GivenRowsEngineOptions;
  readonly #timeoutMs: number;

  constructor(options: GivenRowsEngineOptions) {
    this.#options = options;
    this.#timeoutMs = options.timeoutMs ?? 30_000;
  }

  async run(query: EngineQuery, { signal, onStart }: EngineRun): Promise<EngineResult> {
    const { parameters, statement } = query;
    if (isForeign(statement)) throw new TypeError('A foreign statement runs on BigQuery alone');
    const compiled = { ...query, statement: valuedStatement({ statement, parameters }) };
    onStart?.();
    try {
      return await withDeadline(queryDeadline(this.#timeoutMs, [signal]), (stop) =>
        this.#execute(compiled, stop),
      );
    } catch (error) {
      throw engineError(error, { isCallersSql: query.isCallersSql, folders: [] });
    }
  }

  async #execute(query: CompiledQuery, stop: AbortSignal): Promise<EngineResult> {
    const { printer, processes } = this.#options;
    const deadline = Date.now() + this.#timeoutMs + LATE_MS;
    try {
      const printed = printer.print(query, this.#sourcesOf(query), deadline);
      // Other rows are other parameters of the same text.
      const result = await processes.stored.run({ ...printed, isRepeated: true }, stop);
      return { ...result, bytesBilled: 0 };
    } catch (error) {
      if (!(error instanceof ProcessEnded)) throw error;
      const isAtFault = error.fault === 'own';
      throw processError(error, { isAtFault, isCallersSql: query.isCallersSql });
    }
  }

  #sourcesOf({ statement }: CompiledQuery): ReadonlyMap<TableScan, TableSource> {
    const { printer, rows } = this.#options;
    const source = (table: Table) => givenSource(table, rows.get(table.name));
    const predicates = printer.predicatesOf(statement);
    return new Map(predicates.map(({ scan }) => [scan, source(scan.table)]));
  }

  checkRoom(): void {}

  usage(): EngineUsage {
    return { queues: {}, isBreakerOpen: false };
  }

  async check(): Promise<EngineHealth> {
    await this.#options.processes.stored.check();
    return { notes: 0, isAnswering: true };
  }

  async close(): Promise<void> {}
}

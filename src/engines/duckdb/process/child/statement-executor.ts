import {
  type DuckDBConnection,
  type DuckDBInstance,
  type DuckDBPreparedStatement,
  StatementType,
} from '@duckdb/node-api';
import type { Row } from '#googlesql';
import { RowBudget } from '../../../row-budget.ts';
import { dataFile } from '../../files/data-file.ts';
import { describeFiles } from '../../files/describe-files.ts';
import { filledFields } from '../../files/filled-fields.ts';
import { findFault } from '../../files/find-fault.ts';
import { inferFields } from '../../files/infer-fields.ts';
import { bindParameters } from '../../queries/bind-parameters.ts';
import { interruptWhenAborted } from '../../queries/interrupt.ts';
import { openLockedInstance, READ_WIDE_COLUMNS_LAST } from '../../queries/locked-instance.ts';
import { planClearer } from '../../queries/plan-clearer.ts';
import { readRows } from '../../rows/read-rows.ts';
import { ResultCollector } from '../../rows/result-collector.ts';
import { withConnection } from '../../with-connection.ts';
import type { FileAnswer, FileQuestion, ProcessSettings, ProcessStatement } from '../messages.ts';
import { type PlannedStatement, PreparedStatements } from './prepared-statements.ts';

/** Receives the rows of one chunk; the next chunk is decoded after it resolves. */
export type TakeRows = (rows: readonly Row[]) => Promise<void>;

/** Runs printed statements in this process, on a DuckDB instance that can access only the data. */
export class StatementExecutor {
  readonly #instance: DuckDBInstance;
  readonly #collector = new ResultCollector();
  readonly #clearing = new Set<Promise<void>>();
  readonly #planned = new PreparedStatements();

  private constructor(instance: DuckDBInstance) {
    this.#instance = instance;
  }

  static async open(settings: ProcessSettings): Promise<StatementExecutor> {
    const executor = new StatementExecutor(
      await openLockedInstance(settings.folders, {
        memory: settings.memory,
        threads: settings.threads,
        temporaryDirectory: settings.spillFolder,
      }),
    );
    await executor.check();
    return executor;
  }

  /** Runs a statement and passes its rows to `take`; `stop` interrupts it. Resolves with whether rows were cut. */
  async run(statement: ProcessStatement, stop: AbortSignal, take: TakeRows): Promise<boolean> {
    const { connection, prepared } = await this.#plan(statement);
    const stopInterrupting = interruptWhenAborted(connection, stop);
    const release = () => this.#release(connection);
    let end = async () => release();
    try {
      bindParameters(prepared, statement.parameters);
      stop.throwIfAborted();
      const clear = planClearer(connection, prepared, statement.sql);
      end = () => clear().finally(release);
      const result = await prepared.run();
      const chunks = await result.fetchAllChunks();
      const isCut = await readRows(statement.columns, chunks, new RowBudget(statement), take);
      if (statement.isRepeated)
        end = async () => this.#keep(statement.sql, { connection, prepared });
      return isCut;
    } finally {
      stopInterrupting();
      this.#track(end());
    }
  }

  /** A planned statement with a connection of its own. */
  async #plan({ hasWideRows, isRepeated, sql }: ProcessStatement): Promise<PlannedStatement> {
    const planned = isRepeated ? this.#planned.take(sql) : undefined;
    if (planned) return planned;
    const connection = await this.#instance.connect();
    try {
      if (hasWideRows) await connection.run(READ_WIDE_COLUMNS_LAST);
      return { connection, prepared: await prepareSelect(connection, sql) };
    } catch (error) {
      this.#release(connection);
      throw error;
    }
  }

  #keep(sql: string, planned: PlannedStatement): void {
    const left = this.#planned.put(sql, planned);
    if (left) this.#release(left.connection);
  }

  /** Answers a question about files. */
  async answer(question: FileQuestion): Promise<FileAnswer> {
    return withConnection(this.#instance, async (connection) => {
      if (question.kind === 'locate') {
        const { files, names, table } = question.read;
        return findFault(connection, files, { table, names });
      }
      if (question.kind === 'filled') return filledFields(connection, question.files);
      const files = question.paths.map(dataFile);
      const descriptions = await describeFiles(connection, files);
      if (question.kind === 'describe') return descriptions;
      const described = descriptions.map((description, i) => ({
        path: question.paths[i] ?? '',
        description,
      }));
      return inferFields(connection, described);
    });
  }

  /** Resolves when DuckDB answers. */
  async check(): Promise<void> {
    await withConnection(this.#instance, (connection) => connection.run('SELECT 1'));
  }

  /** Closes DuckDB, after pending clean-up of statements. */
  async close(): Promise<void> {
    await Promise.allSettled(this.#clearing);
    this.#instance.closeSync();
  }

  #track(clearing: Promise<void>): void {
    this.#clearing.add(clearing);
    const forget = () => void this.#clearing.delete(clearing);
    clearing.then(forget, forget);
  }

  #release(connection: DuckDBConnection): void {
    connection.closeSync();
    this.#collector.collectSoon();
  }
}

/** Prepares a text that must be a single SELECT; anything else is rejected before it can run. */
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

import { randomUUID } from 'node:crypto';
import { queryTimeout, withDeadline } from '../../async/deadline.ts';
import { settledOrAborted } from '../../async/settled-or-aborted.ts';
import { FieldstoneError } from '../../errors.ts';
import type { Statement } from '../../googlesql/index.ts';
import { ByteBudget } from '../byte-budget.ts';
import { type CostLimit, costLimit } from '../cost-limit.ts';
import type {
  Engine,
  EngineHealth,
  EngineQuery,
  EngineResult,
  EngineRun,
  SlotQuery,
} from '../engine.ts';
import { QuerySlots } from '../query-slots.ts';
import { RowBudget } from '../row-budget.ts';
import { BigQueryError, badAnswer } from './client/bigquery-error.ts';
import type { BigQueryClient } from './client/client.ts';
import { engineError, suggestsTableChange } from './client/errors.ts';
import { treatmentOf } from './client/reasons.ts';
import { Resilience, type ResilienceOptions } from './client/resilience.ts';
import { billedBytes } from './cost/billed-bytes.ts';
import { dryRun } from './jobs/dry-run.ts';
import { JobRun } from './jobs/job-run.ts';
import { readPages } from './jobs/pages.ts';
import { queryParameters } from './jobs/parameters.ts';
import { type PrintedStatement, printStatement } from './jobs/print-statement.ts';
import { type JobCreation, queryRequest } from './jobs/query-request.ts';
import { SandboxCheck } from './jobs/sandbox-check.ts';
import { compileDecoder } from './rows/decode.ts';
import { type LogTables, secretParts } from './table-places.ts';
import { type Probe, Warehouse } from './warehouse/warehouse.ts';

/** Options of `BigQueryEngine`. */
export interface BigQueryEngineOptions {
  readonly client: BigQueryClient;
  readonly tables: LogTables;
  readonly location?: string | undefined;
  /** Statements that BigQuery must accept before `check` resolves. */
  readonly probes?: readonly Probe[];
  /** Called when the problems and notes about the tables have changed. */
  readonly onFindings?: (findings: readonly string[]) => void;
  /** Deadline from call to last row, including time in the queue. @default 30 seconds */
  readonly timeoutMs?: number;
  /** Maximum bytes billed for a query of an endpoint without its own limit. @default 100 GB */
  readonly maxBytesBilled?: number;
  /** @default required */
  readonly jobCreation?: JobCreation;
  /** Concurrent queries. @default 40 */
  readonly running?: number;
  /** Queries in the queue; more are refused. @default 200 */
  readonly waiting?: number;
  /** How long BigQuery may hold a request while it waits for rows. @default 3 seconds */
  readonly serverWaitMs?: number;
  readonly resilience?: ResilienceOptions;
  /** Milliseconds since the epoch, for daily budgets. */
  readonly now?: () => number;
}

/** A query with its limits. */
interface BoundedRun {
  readonly query: EngineQuery;
  readonly limit: CostLimit;
  /** Aborted at the deadline, when no caller is waiting, and when the engine closes. */
  readonly stop: AbortSignal;
  /** In the time of `performance.now()`. */
  readonly deadline: number;
  readonly report: Pick<EngineRun, 'onJob' | 'onBilled' | 'onEstimated'>;
}

/** Printed SQL with the inputs it depends on. */
interface PrintedFor {
  readonly rows: number;
  readonly sources: Warehouse['sources'];
  readonly text: PrintedStatement;
}

/** BigQuery stops a job itself this long after the deadline, if it was not cancelled. */
const JOB_GRACE_MS = 1_000;
/** How long `close` waits for cancellations to be sent. */
const CLOSE_MS = 2_000;

/** Runs queries on BigQuery, within a deadline and a cost limit. */
export class BigQueryEngine implements Engine {
  readonly #options: BigQueryEngineOptions;
  readonly #timeoutMs: number;
  readonly #warehouse: Warehouse;
  readonly #resilience: Resilience;
  readonly #slots: QuerySlots;
  readonly #budget: ByteBudget;
  readonly #sandboxCheck = new SandboxCheck();
  readonly #closing = new AbortController();
  readonly #background = new Set<Promise<unknown>>();
  /** The last printed text of each statement; the row limit only varies for pages of views. */
  readonly #printed = new WeakMap<Statement, PrintedFor>();
  readonly #secrets: readonly string[];

  constructor(options: BigQueryEngineOptions) {
    this.#options = options;
    this.#timeoutMs = options.timeoutMs ?? 30_000;
    this.#warehouse = new Warehouse(options);
    this.#resilience = new Resilience(options.resilience);
    this.#budget = new ByteBudget(options.now ?? Date.now);
    this.#slots = new QuerySlots({
      running: options.running ?? 40,
      waiting: options.waiting ?? 200,
    });
    this.#secrets = [options.client.project, ...[...options.tables.values()].flatMap(secretParts)];
  }

  /** Checks the tables periodically, so that changes are found before a query fails on them. */
  watch(): void {
    void this.#warehouse.watch(this.#closing.signal);
  }

  async run(query: EngineQuery, run: EngineRun): Promise<EngineResult> {
    const ms = this.#timeoutMs;
    const signals = [run.signal, this.#closing.signal];
    return withDeadline({ ms, error: () => queryTimeout(ms), signals }, (stop) =>
      this.#answer(query, { ...run, signal: stop }),
    );
  }

  async #answer(
    query: EngineQuery,
    { signal: stop, onStart, ...report }: EngineRun,
  ): Promise<EngineResult> {
    const deadline = performance.now() + this.#timeoutMs;
    let limit: CostLimit | undefined;
    try {
      limit = costLimit(query, this.#options.maxBytesBilled ?? 100e9, this.#budget);
      const run = { query, limit, stop, deadline, report };
      const approve = this.#approval(run);
      // A caller's statement is dry-run while it waits in the queue.
      const start = () => {
        onStart?.();
        return this.#execute(run, approve);
      };
      const running = this.#slots.use(query, stop, start, approve);
      this.#track(running);
      return await running;
    } catch (error) {
      stop.throwIfAborted();
      if (suggestsTableChange(error)) this.#warehouse.recheck(this.#closing.signal);
      throw engineError(error, {
        isCallersSql: query.isCallersSql,
        costMessage: limit?.message ?? '',
        secrets: this.#secrets,
      });
    }
  }

  checkRoom(query: SlotQuery): void {
    this.#slots.check(query);
  }

  usage(): ReturnType<Engine['usage']> {
    return { queues: { all: this.#slots.usage }, isBreakerOpen: this.#resilience.isOpen };
  }

  /** Makes a dry run, which is free and needs the same credentials, project and API as queries. */
  async check(): Promise<EngineHealth> {
    const { signal } = this.#closing;
    signal.throwIfAborted();
    const notes = await this.#warehouse.ready(signal);
    try {
      await this.#resilience.run(signal, () =>
        dryRun(this.#options.client, { sql: 'SELECT 1', parameters: [] }, signal),
      );
      return { notes, isAnswering: true };
    } catch (error) {
      signal.throwIfAborted();
      const failure = engineError(error, { isCallersSql: false, costMessage: '', secrets: [] });
      if (failure.code === 'ENGINE_UNAVAILABLE') return { notes, isAnswering: false };
      throw failure;
    }
  }

  async close(): Promise<void> {
    if (this.#closing.signal.aborted) return;
    this.#closing.abort(new FieldstoneError('ENGINE_UNAVAILABLE', 'The service is shutting down'));
    await this.#settleBackground();
  }

  /** The checks before the query runs: a dry run for callers' SQL. Repeated calls return the same promise. */
  #approval(run: BoundedRun): () => Promise<void> {
    let approved: Promise<void> | undefined;
    return () => {
      approved ??= run.query.isCallersSql ? this.#approve(run) : Promise.resolve();
      approved.catch(() => {});
      return approved;
    };
  }

  #approve({ query, limit, report }: BoundedRun): Promise<void> {
    const printed = this.#print(query.statement, query.maxRows + 1);
    const parameters = queryParameters(printed.parameters, query.parameters);
    // Not the caller's signal: others may share the dry run.
    const { signal } = this.#closing;
    return this.#sandboxCheck.approve(printed.sql, limit, async () => {
      const estimate = await this.#resilience.run(signal, () =>
        dryRun(this.#options.client, { sql: printed.sql, parameters }, signal),
      );
      report.onEstimated?.(estimate.bytes);
      const isOurs = await this.#warehouse.coversTables(estimate.tables, printed.tables, signal);
      if (isOurs && estimate.statementType === 'SELECT') return estimate;
      throw badAnswer('A statement is not what it was compiled to be');
    });
  }

  /** Runs the job; submits it once more if the job itself failed transiently. */
  async #execute(run: BoundedRun, approve: () => Promise<void>): Promise<EngineResult> {
    await approve();
    run.stop.throwIfAborted();
    try {
      return await this.#runJob(run);
    } catch (error) {
      const isJobError = error instanceof BigQueryError && treatmentOf(error).retry === 'job';
      if (!isJobError || run.stop.aborted) throw error;
      return await this.#runJob(run);
    }
  }

  async #runJob({ query, limit, stop, deadline, report }: BoundedRun): Promise<EngineResult> {
    const { client, jobCreation = 'required', serverWaitMs = 3_000 } = this.#options;
    const { maxRows, purpose, statement } = query;
    // One row beyond the limit shows whether rows were cut.
    const printed = this.#print(statement, maxRows + 1);
    const parameters = queryParameters(printed.parameters, query.parameters);
    const run = new JobRun({
      client,
      resilience: this.#resilience,
      stop,
      deadline,
      serverWaitMs,
      maxResults: maxRows + 1,
      billed: (response) => {
        const bytes = billedBytes(response, printed.tables.size);
        report.onBilled?.(bytes);
        if (purpose.via !== 'warm') this.#budget.charge(purpose.keyId, bytes);
      },
      background: (work) => this.#track(work),
      onJob: report.onJob,
    });
    const request = queryRequest({
      sql: printed.sql,
      parameters,
      purpose,
      maxBytes: limit.bytes,
      jobTimeoutMs: Math.ceil(Math.max(1, deadline - performance.now())) + JOB_GRACE_MS,
      jobCreation,
    });
    const first = await run.complete({ ...request, requestId: randomUUID() });
    const bytesBilled = billedBytes(first, printed.tables.size);
    const answer = await readPages(first, {
      decode: compileDecoder(first.schema?.fields, statement.columns),
      budget: new RowBudget(query),
      next: (token) => run.page(token),
    });
    return { ...answer, bytesBilled };
  }

  #print(statement: Statement, rows: number): PrintedStatement {
    const { sources } = this.#warehouse;
    const known = this.#printed.get(statement);
    if (known?.rows === rows && known.sources === sources) return known.text;
    const text = printStatement(statement, sources, rows);
    this.#printed.set(statement, { rows, sources, text });
    return text;
  }

  /** Tracks work that may outlive its query: submissions whose job is not known yet, and cancellations. */
  #track(work: Promise<unknown>): void {
    const ended = work.then(
      () => {},
      () => {},
    );
    this.#background.add(ended);
    void ended.then(() => this.#background.delete(ended));
  }

  async #settleBackground(): Promise<void> {
    const limit = AbortSignal.timeout(CLOSE_MS);
    while (this.#background.size > 0 && !limit.aborted) {
      await settledOrAborted(Promise.all(this.#background), limit).catch(() => {});
    }
  }
}

import { randomUUID } from 'node:crypto';
import type { BackgroundWork } from '../../../async/background-work.ts';
import { settledOrAborted } from '../../../async/settled-or-aborted.ts';
import type { ByteBudget } from '../../byte-budget.ts';
import type { CostLimit } from '../../cost-limit.ts';
import type { EngineQuery, EngineResult, EngineRun, EngineStatement } from '../../engine.ts';
import { RowBudget } from '../../row-budget.ts';
import { billedBytes } from '../billing/billed-bytes.ts';
import { type QueryEstimate, RunSavingsCounter } from '../billing/run-savings.ts';
import { BigQueryError, badAnswer } from '../client/bigquery-error.ts';
import type { BigQueryClient } from '../client/client.ts';
import { treatmentOf } from '../client/reasons.ts';
import type { Resilience } from '../client/resilience.ts';
import { compileDecoder } from '../rows/decode.ts';
import { queryParameters } from '../statements/parameters.ts';
import { type PrintedStatement, printStatement } from '../statements/print-statement.ts';
import { sourceAsOf } from '../warehouse/table-source.ts';
import type { Warehouse } from '../warehouse/warehouse.ts';
import { dryRun } from './dry-run.ts';
import { JobRun } from './job-run.ts';
import { readPages } from './pages.ts';
import { type JobCreation, queryRequest } from './query-request.ts';
import { SandboxCheck } from './sandbox-check.ts';

/** Dependencies and settings of a `QueryRunner`. */
export interface QueryRunnerOptions {
  readonly client: BigQueryClient;
  readonly resilience: Resilience;
  readonly warehouse: Pick<Warehouse, 'sources' | 'coversTables'>;
  /** Charged with what keys are billed. */
  readonly budget: ByteBudget;
  /** Receives submissions whose job is not known yet, and cancellations. */
  readonly background: BackgroundWork;
  /** Aborted when the engine closes. */
  readonly closing: AbortSignal;
  readonly jobCreation: JobCreation;
  readonly pricing: Pricing;
  /** How long BigQuery may hold a request while it waits for rows. */
  readonly serverWaitMs: number;
}

/** What is paid for: bytes, as on demand, or slots. */
export type Pricing = 'bytes' | 'slots';

/** A query with its limits. */
export interface BoundedQuery {
  readonly query: EngineQuery;
  readonly limit: CostLimit;
  /** Aborted at the deadline, when no caller is waiting, and when the engine closes. */
  readonly stop: AbortSignal;
  /** In the time of `performance.now()`. */
  readonly deadline: number;
  readonly report: Pick<EngineRun, 'onJob' | 'onBilled' | 'onEstimated' | 'onSlotTime'>;
  /** The rows that there is room for, where several jobs make one answer. @default as the query says */
  readonly room?: RowBudget;
  /** Reads tables as they were at this moment, in milliseconds since the epoch. @default as they are */
  readonly asOf?: number | undefined;
}

/** The result of a job. */
export interface JobResult extends EngineResult {
  /** See `JobRun.startedAt`. */
  readonly startedAt: number | undefined;
}

/** Printed SQL with the inputs it depends on. */
interface PrintedFor {
  readonly rows: number;
  readonly sources: Warehouse['sources'];
  readonly text: PrintedStatement;
}

/** BigQuery stops a job itself this long after the deadline, if it was not cancelled. */
const JOB_GRACE_MS = 1_000;

/** Checks and runs single queries as jobs. */
export class QueryRunner {
  readonly #options: QueryRunnerOptions;
  /** Counts what runs have saved; those of a part of a statement tell it themselves. */
  readonly savings: RunSavingsCounter;
  readonly #sandboxCheck = new SandboxCheck();
  /** The last printed text of each statement; the row limit only varies for pages of views. */
  readonly #printed = new WeakMap<EngineStatement, PrintedFor>();

  constructor(options: QueryRunnerOptions) {
    this.#options = options;
    this.savings = new RunSavingsCounter({
      textOf: (query) => this.#print(query).sql,
      estimate: (query) => this.#estimate(query, options.closing),
      background: (work) => options.background.add(work),
    });
  }

  /** Checks a caller's SQL with a dry run; resolves at once for a stored query. */
  async approve({ query, limit, report }: BoundedQuery): Promise<void> {
    if (!query.isCallersSql) return;
    const { client, closing: signal, resilience, warehouse } = this.#options;
    const printed = this.#print(query);
    const parameters = queryParameters(printed, query.parameters);
    // Not the caller's signal: others may share the dry run.
    await this.#sandboxCheck.approve(printed.sql, limit, async () => {
      const estimate = await resilience.run(signal, () =>
        dryRun(client, { sql: printed.sql, parameters }, signal),
      );
      report.onEstimated?.(estimate.bytes);
      const isOurs = await warehouse.coversTables(estimate.tables, printed.tables, signal);
      if (isOurs && estimate.statementType === 'SELECT') return estimate;
      throw badAnswer('A statement is not what it was compiled to be');
    });
  }

  /** The bytes that a query would be billed for, by a dry run. */
  async estimate(query: EngineQuery, stop: AbortSignal): Promise<number> {
    return (await this.#estimate(query, stop)).bytes;
  }

  async #estimate(query: EngineQuery, stop: AbortSignal): Promise<QueryEstimate> {
    const { client, resilience, warehouse } = this.#options;
    const printed = this.#print(query);
    const parameters = queryParameters(printed, query.parameters);
    const text = { sql: printed.sql, parameters, isForeign: printed.isForeign };
    const dry = await resilience.run(stop, () => dryRun(client, text, stop));
    const isOurs =
      !query.isCallersSql || (await warehouse.coversTables(dry.tables, printed.tables, stop));
    if (!isOurs) throw badAnswer('A statement is not what it was compiled to be');
    const tables = printed.tables.size;
    const bytes = billedBytes({ totalBytesProcessed: String(dry.bytes) }, tables);
    return { bytes, isUpperBound: dry.isUpperBound, tables };
  }

  /**
   * Runs a query once it is approved. A caller's SQL runs while its dry run does, which saves a round trip: BigQuery
   * refuses what would be billed more than `maximumBytesBilled`, and no row is returned before the dry run has approved
   * it. Where slots are paid for BigQuery refuses nothing, so the dry run comes first.
   */
  async runApproved(bounded: BoundedQuery, approve: () => Promise<void>): Promise<JobResult> {
    const { query, stop } = bounded;
    if (!query.isCallersSql || this.#options.pricing === 'slots') {
      await approve();
      return this.run(bounded);
    }
    const refused = new AbortController();
    const approved = settledOrAborted(approve(), stop);
    approved.catch((error) => refused.abort(error));
    const running = this.run({ ...bounded, stop: AbortSignal.any([stop, refused.signal]) });
    const [ran, checked] = await Promise.allSettled([running, approved]);
    if (checked.status === 'rejected') throw checked.reason;
    if (ran.status === 'rejected') throw ran.reason;
    return ran.value;
  }

  /** Runs a query's job; submits it once more if the job itself failed transiently. */
  async run(bounded: BoundedQuery): Promise<JobResult> {
    bounded.stop.throwIfAborted();
    try {
      return await this.#runJob(bounded);
    } catch (error) {
      const isJobError = error instanceof BigQueryError && treatmentOf(error).retry === 'job';
      if (!isJobError || bounded.stop.aborted) throw error;
      return await this.#runJob(bounded);
    }
  }

  async #runJob(bounded: BoundedQuery): Promise<JobResult> {
    const { query, limit, stop, deadline, report } = bounded;
    const { background, budget, client, jobCreation, resilience, serverWaitMs } = this.#options;
    const hasSlots = this.#options.pricing === 'slots';
    const { purpose } = query;
    const printed = this.#print(query, bounded.asOf);
    const job = new JobRun({
      client,
      resilience,
      stop,
      deadline,
      serverWaitMs,
      maxResults: query.maxRows + 1,
      billed: (response) => {
        const bytes = billedBytes(response, printed.tables.size);
        report.onBilled?.(hasSlots ? 0 : bytes);
        // Limits of keys bound what is read, whatever that costs.
        if (purpose.via !== 'warm') budget.charge(purpose.keyId, bytes);
      },
      slotTime: hasSlots ? (report.onSlotTime ?? (() => {})) : undefined,
      background: (work) => background.add(work),
      onJob: report.onJob,
    });
    const request = queryRequest({
      sql: printed.sql,
      parameters: queryParameters(printed, query.parameters),
      defaultDataset: printed.isForeign ? client.defaultDataset : undefined,
      purpose,
      maxBytes: limit.bytes,
      jobTimeoutMs: Math.ceil(Math.max(1, deadline - performance.now())) + JOB_GRACE_MS,
      jobCreation,
    });
    const first = await job.complete({ ...request, requestId: randomUUID() });
    const answer = await readPages(first, {
      decode: compileDecoder(first.schema?.fields, query.statement.columns),
      budget: bounded.room ?? new RowBudget(query),
      next: (token) => job.page(token),
    });
    const bytesBilled = hasSlots ? 0 : billedBytes(first, printed.tables.size);
    const folding = this.savings.folding({ query, bytesBilled });
    const { startedAt } = job;
    return { ...answer, bytesBilled, startedAt, ...(folding > 0 && { runSaved: { folding } }) };
  }

  #print({ maxRows, statement }: EngineQuery, asOf?: number): PrintedStatement {
    const { sources } = this.#options.warehouse;
    // One row beyond the limit shows whether rows were cut.
    const rows = maxRows + 1;
    // Each moment is read once.
    if (asOf !== undefined) return printStatement(statement, sourcesAsOf(sources, asOf), rows);
    const known = this.#printed.get(statement);
    if (known?.rows === rows && known.sources === sources) return known.text;
    const text = printStatement(statement, sources, rows);
    this.#printed.set(statement, { rows, sources, text });
    return text;
  }
}

function sourcesAsOf(sources: Warehouse['sources'], ms: number): Warehouse['sources'] {
  return new Map([...sources].map(([name, source]) => [name, sourceAsOf(source, ms)]));
}

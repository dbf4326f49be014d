import { randomUUID } from 'node:crypto';
import { queryTimeout, withDeadline } from '../../async/deadline.ts';
import { settledOrAborted } from '../../async/settled-or-aborted.ts';
import { FieldstoneError } from '../../errors.ts';
import type { Statement } from '../../googlesql/index.ts';
import { ByteBudget } from '../byte-budget.ts';
import type { Engine, EngineQuery, EngineResult, EngineRun, SlotQuery } from '../engine.ts';
import { QuerySlots } from '../query-slots.ts';
import { RowBudget } from '../row-budget.ts';
import { BigQueryError } from './client/bigquery-error.ts';
import type { Credentials } from './client/credentials.ts';
import { engineError } from './client/errors.ts';
import { treatmentOf } from './client/reasons.ts';
import { Resilience, type ResilienceOptions } from './client/resilience.ts';
import { RestClient } from './client/rest-client.ts';
import { billedBytes } from './cost/billed-bytes.ts';
import { type CostLimit, costLimit } from './cost/cost-limit.ts';
import { dryRun } from './jobs/dry-run.ts';
import { JobRun } from './jobs/job-run.ts';
import { readPages } from './jobs/pages.ts';
import { queryParameters } from './jobs/parameters.ts';
import { type PrintedStatement, printStatement } from './jobs/print-statement.ts';
import { type JobCreation, queryRequest } from './jobs/query-request.ts';
import { SandboxCheck } from './jobs/sandbox-check.ts';
import { compileDecoder } from './rows/decode.ts';

/** Where the tables are, who asks for them, and what that may take. */
export interface BigQueryEngineOptions {
  readonly project: string;
  /** Full names, `project.dataset.table`, by logical name. */
  readonly tables: ReadonlyMap<string, string>;
  readonly credentials: Credentials;
  readonly location?: string | undefined;
  /** Where the API is; BigQuery's own by default. */
  readonly endpoint?: string | undefined;
  /** From asking to the last row, waiting included. @default 30 seconds */
  readonly timeoutMs?: number;
  /** What a query of an endpoint without a limit of its own may be billed for. @default 100 GB */
  readonly maxBytesBilled?: number;
  /** @default required */
  readonly jobCreation?: JobCreation;
  /** Queries that run at the same time. @default 40 */
  readonly running?: number;
  /** Queries that wait for their turn; more are refused. @default 200 */
  readonly waiting?: number;
  /** How long the server may wait for rows in one request. @default 3 seconds */
  readonly serverWaitMs?: number;
  readonly resilience?: ResilienceOptions;
  /** Milliseconds since the epoch, for daily budgets. */
  readonly now?: () => number;
}

/** A query with what bounds it. */
interface BoundedRun {
  readonly query: EngineQuery;
  readonly limit: CostLimit;
  /** Aborted at the deadline, when nobody waits any more, and when the engine closes. */
  readonly stop: AbortSignal;
  /** On the clock of `performance.now()`. */
  readonly deadline: number;
}

/** How long closing waits for cancellations to be sent. */
const CLOSE_MS = 2_000;

/** Answers queries from BigQuery, within a deadline and a budget. */
export class BigQueryEngine implements Engine {
  readonly #options: BigQueryEngineOptions;
  readonly #timeoutMs: number;
  readonly #client: RestClient;
  readonly #resilience: Resilience;
  readonly #slots: QuerySlots;
  readonly #budget: ByteBudget;
  readonly #sandboxCheck = new SandboxCheck();
  readonly #closing = new AbortController();
  readonly #background = new Set<Promise<unknown>>();
  /** The last text of each statement: the number of rows is the same each time, but for pages of views. */
  readonly #printed = new WeakMap<Statement, { rows: number; text: PrintedStatement }>();
  readonly #secrets: readonly string[];

  constructor(options: BigQueryEngineOptions) {
    this.#options = options;
    this.#timeoutMs = options.timeoutMs ?? 30_000;
    this.#client = new RestClient(options);
    this.#resilience = new Resilience(options.resilience);
    this.#budget = new ByteBudget(options.now ?? Date.now);
    this.#slots = new QuerySlots({
      running: options.running ?? 40,
      waiting: options.waiting ?? 200,
    });
    this.#secrets = [options.project, ...[...options.tables.values()].flatMap(secretParts)];
  }

  async run(query: EngineQuery, { signal }: EngineRun): Promise<EngineResult> {
    const ms = this.#timeoutMs;
    const signals = [signal, this.#closing.signal];
    return withDeadline({ ms, error: () => queryTimeout(ms), signals }, (stop) =>
      this.#answer(query, stop),
    );
  }

  async #answer(query: EngineQuery, stop: AbortSignal): Promise<EngineResult> {
    const deadline = performance.now() + this.#timeoutMs;
    let limit: CostLimit | undefined;
    try {
      limit = costLimit(query, this.#options.maxBytesBilled ?? 100e9, this.#budget);
      const run = { query, limit, stop, deadline };
      const running = this.#slots.use(query, stop, () => this.#execute(run));
      this.#keep(running);
      return await running;
    } catch (error) {
      stop.throwIfAborted();
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

  /** A dry run is free, and needs the credentials, the project and the API that queries need. */
  async check(): Promise<void> {
    const { signal } = this.#closing;
    signal.throwIfAborted();
    const { location } = this.#options;
    const probe = {
      query: 'SELECT 1',
      useLegacySql: false,
      dryRun: true,
      ...(location && { location }),
    };
    try {
      await this.#resilience.run(signal, () => this.#client.query(probe, { signal }));
    } catch (error) {
      signal.throwIfAborted();
      throw engineError(error, { isCallersSql: false, costMessage: '', secrets: [] });
    }
  }

  async close(): Promise<void> {
    if (this.#closing.signal.aborted) return;
    this.#closing.abort(new FieldstoneError('ENGINE_UNAVAILABLE', 'The service is shutting down'));
    await this.#settleBackground();
    this.#client.close();
  }

  /** A failed job, other than a failed request, is submitted anew once. */
  async #execute(run: BoundedRun): Promise<EngineResult> {
    try {
      return await this.#runJob(run);
    } catch (error) {
      const isJobError = error instanceof BigQueryError && treatmentOf(error).retry === 'job';
      if (!isJobError || run.stop.aborted) throw error;
      return await this.#runJob(run);
    }
  }

  async #runJob({ query, limit, stop, deadline }: BoundedRun): Promise<EngineResult> {
    const { location, jobCreation = 'required', serverWaitMs = 3_000 } = this.#options;
    const { maxRows, purpose, statement } = query;
    // One row more than asked for shows whether there are more.
    const printed = this.#print(statement, maxRows + 1);
    const parameters = queryParameters(printed.parameters, query.parameters);
    if (query.isCallersSql) {
      await this.#sandboxCheck.approve(printed, limit, () =>
        // Others may wait for the same answer: it goes on when this caller leaves.
        this.#resilience.run(this.#closing.signal, () =>
          dryRun(this.#client, { sql: printed.sql, parameters, location }),
        ),
      );
    }
    const run = new JobRun({
      client: this.#client,
      resilience: this.#resilience,
      stop,
      deadline,
      serverWaitMs,
      maxResults: maxRows + 1,
      completed: (response) => {
        if (purpose.via === 'warm') return;
        this.#budget.charge(purpose.keyId, billedBytes(response, printed.tables.size));
      },
      background: (work) => this.#keep(work),
    });
    const request = queryRequest({
      sql: printed.sql,
      parameters,
      purpose,
      maxBytes: limit.bytes,
      location,
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
    const known = this.#printed.get(statement);
    if (known?.rows === rows) return known.text;
    const text = printStatement(statement.tree, this.#options.tables, rows);
    this.#printed.set(statement, { rows, text });
    return text;
  }

  /** Remembers what may go on after its caller was answered: submissions whose job is not known yet, cancellations. */
  #keep(work: Promise<unknown>): void {
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

/** The parts of `project.dataset.table` that say something; a project may have dots of its own. */
function secretParts(fullName: string): readonly string[] {
  const parts = fullName.split('.');
  return [parts.at(-1) ?? '', `${parts.at(-2)}.`];
}

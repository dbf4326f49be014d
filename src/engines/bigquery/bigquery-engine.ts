import { AdaptiveLimit } from '../../async/adaptive-limit.ts';
import { BackgroundWork } from '../../async/background-work.ts';
import { queryDeadline, withDeadline } from '../../async/deadline.ts';
import { FieldstoneError } from '../../errors.ts';
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
import { engineError, suggestsTableChange } from './client/errors.ts';
import { Resilience, type ResilienceOptions } from './client/resilience.ts';
import { dryRun } from './jobs/dry-run.ts';
import type { JobCreation } from './jobs/query-request.ts';
import { type Pricing, QueryRunner } from './jobs/query-runner.ts';
import { NewestFirstRunner } from './newest-first/newest-first-runner.ts';
import { secretParts } from './table-places.ts';
import { Warehouse, type WarehouseOptions } from './warehouse/warehouse.ts';

/** Options of `BigQueryEngine`. */
export interface BigQueryEngineOptions extends WarehouseOptions {
  /** Deadline from call to last row, including time in the queue. @default 30 seconds */
  readonly timeoutMs?: number;
  /** Maximum bytes billed for a query of an endpoint without its own limit. @default 100 GB */
  readonly maxBytesBilled?: number;
  /** @default required */
  readonly jobCreation?: JobCreation;
  /** @default bytes */
  readonly pricing?: Pricing;
  /** Concurrent queries at most; fewer while BigQuery refuses for a quota. @default 40 */
  readonly running?: number;
  /** Queries in the queue; more are refused. @default 200 */
  readonly waiting?: number;
  /** How long BigQuery may hold a request while it waits for rows. @default 3 seconds */
  readonly serverWaitMs?: number;
  readonly resilience?: ResilienceOptions;
  /** Milliseconds since the epoch, for daily budgets and the newest partitions. */
  readonly now?: () => number;
}

/** How long `close` waits for cancellations to be sent. */
const CLOSE_MS = 2_000;

/** Runs queries on BigQuery, within a deadline and a cost limit. */
export class BigQueryEngine implements Engine {
  readonly #options: BigQueryEngineOptions;
  readonly #timeoutMs: number;
  readonly #warehouse: Warehouse;
  readonly #resilience: Resilience;
  readonly #slots: QuerySlots;
  readonly #concurrency: AdaptiveLimit;
  readonly #budget: ByteBudget;
  readonly #runner: NewestFirstRunner;
  readonly #closing = new AbortController();
  readonly #background = new BackgroundWork();
  readonly #secrets: readonly string[];

  constructor(options: BigQueryEngineOptions) {
    this.#options = options;
    this.#timeoutMs = options.timeoutMs ?? 30_000;
    this.#warehouse = new Warehouse(options);
    this.#concurrency = new AdaptiveLimit({ max: options.running ?? 40 });
    this.#resilience = new Resilience({
      ...options.resilience,
      onQuota: () => {
        this.#concurrency.refused();
        this.#slots.limitTo(this.#concurrency.value);
      },
    });
    this.#budget = new ByteBudget(options.now ?? Date.now);
    this.#slots = new QuerySlots({
      running: options.running ?? 40,
      waiting: options.waiting ?? 200,
    });
    const runner = new QueryRunner({
      client: options.client,
      resilience: this.#resilience,
      warehouse: this.#warehouse,
      budget: this.#budget,
      background: this.#background,
      closing: this.#closing.signal,
      jobCreation: options.jobCreation ?? 'required',
      pricing: options.pricing ?? 'bytes',
      serverWaitMs: options.serverWaitMs ?? 3_000,
    });
    this.#runner = new NewestFirstRunner(runner, this.#warehouse, options.now);
    this.#secrets = [options.client.project, ...[...options.tables.values()].flatMap(secretParts)];
  }

  /** Checks the tables periodically, so that changes are found before a query fails on them. */
  watch(): void {
    void this.#warehouse.watch(this.#closing.signal);
  }

  async run(query: EngineQuery, run: EngineRun): Promise<EngineResult> {
    const signals = [run.signal, this.#closing.signal];
    return withDeadline(queryDeadline(this.#timeoutMs, signals), (stop) =>
      this.#answer(query, { ...run, signal: stop }),
    );
  }

  async estimate(query: EngineQuery): Promise<number> {
    const signals = [this.#closing.signal];
    return withDeadline(queryDeadline(this.#timeoutMs, signals), async (stop) => {
      try {
        this.#warehouse.refuseOdd(query.statement);
        return await this.#runner.estimate(query, stop);
      } catch (error) {
        stop.throwIfAborted();
        const { isCallersSql } = query;
        throw engineError(error, { isCallersSql, costMessage: '', secrets: this.#secrets });
      }
    });
  }

  async #answer(
    query: EngineQuery,
    { signal: stop, onStart, ...report }: EngineRun,
  ): Promise<EngineResult> {
    const deadline = performance.now() + this.#timeoutMs;
    let limit: CostLimit | undefined;
    try {
      this.#warehouse.refuseOdd(query.statement);
      limit = costLimit(query, this.#options.maxBytesBilled ?? 100e9, this.#budget);
      const bounded = { query, limit, stop, deadline, report };
      // A caller's statement is checked while it waits in the queue.
      const approve = once(() => this.#runner.approve(bounded));
      const start = async () => {
        onStart?.();
        return this.#runner.runApproved(bounded, approve);
      };
      const running = this.#slots.use(query, stop, start, approve);
      this.#background.add(running);
      const result = await running;
      this.#concurrency.succeeded();
      this.#slots.limitTo(this.#concurrency.value);
      return result;
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
    return {
      queues: { all: this.#slots.usage },
      isBreakerOpen: this.#resilience.isOpen,
      maxRunning: this.#concurrency.value,
      unready: this.#warehouse.unready,
    };
  }

  /** Makes a dry run, which is free and needs the same credentials, project and API as queries. */
  async check(): Promise<EngineHealth> {
    const { signal } = this.#closing;
    signal.throwIfAborted();
    const health = await this.#warehouse.ready(signal);
    // Where the tables are: what reads none would run in the US.
    const { location } = this.#warehouse;
    try {
      await this.#resilience.run(signal, () =>
        dryRun(this.#options.client, { sql: 'SELECT 1', parameters: [], location }, signal),
      );
      return { ...health, isAnswering: true };
    } catch (error) {
      signal.throwIfAborted();
      const failure = engineError(error, { isCallersSql: false, costMessage: '', secrets: [] });
      if (failure.code === 'ENGINE_UNAVAILABLE') return { ...health, isAnswering: false };
      throw failure;
    }
  }

  async close(): Promise<void> {
    if (this.#closing.signal.aborted) return;
    this.#closing.abort(new FieldstoneError('ENGINE_UNAVAILABLE', 'The service is shutting down'));
    await this.#background.settled(CLOSE_MS);
  }
}

/** Calls `check` at most once; a failure is reported to whoever awaits it, and to nobody else. */
function once(check: () => Promise<void>): () => Promise<void> {
  let checked: Promise<void> | undefined;
  return () => {
    checked ??= check();
    checked.catch(() => {});
    return checked;
  };
}

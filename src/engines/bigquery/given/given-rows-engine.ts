import type { Row, Table } from '#googlesql';
import { BackgroundWork } from '../../../async/background-work.ts';
import { queryDeadline, withDeadline } from '../../../async/deadline.ts';
import { ByteBudget } from '../../byte-budget.ts';
import { costLimit } from '../../cost-limit.ts';
import type {
  Engine,
  EngineHealth,
  EngineQuery,
  EngineResult,
  EngineRun,
  EngineUsage,
} from '../../engine.ts';
import type { BigQueryClient } from '../client/client.ts';
import { engineError } from '../client/errors.ts';
import { Resilience } from '../client/resilience.ts';
import { QueryRunner } from '../jobs/query-runner.ts';
import { type GivenSources, givenSources } from './given-sources.ts';

/** Options of a `GivenRowsEngine`. */
export interface GivenRowsEngineOptions {
  readonly client: BigQueryClient;
  /** All tables that statements may read. */
  readonly tables: Iterable<Table>;
  /** The rows of some of them, by name; the others are empty. */
  readonly rows: ReadonlyMap<string, readonly Row[]>;
  /** Letters of rows that are written out in a statement; others are bound as parameters. @default 900 000 */
  readonly maxText?: number | undefined;
  /** Deadline of a statement. @default 30 seconds */
  readonly timeoutMs?: number;
}

/** What a statement may be billed for, which is nothing: BigQuery's least limit. */
const MAX_BYTES = 10 * 2 ** 20;

/** Runs queries on BigQuery over rows that are given to it: their texts name no table, so that nothing is billed. */
export class GivenRowsEngine implements Engine {
  readonly #runner: QueryRunner;
  readonly #given: GivenSources;
  readonly #timeoutMs: number;
  readonly #budget = new ByteBudget(Date.now);
  readonly #background = new BackgroundWork();
  readonly #closing = new AbortController();

  constructor({ client, maxText, rows, tables, timeoutMs = 30_000 }: GivenRowsEngineOptions) {
    this.#given = givenSources(tables, rows, maxText);
    this.#timeoutMs = timeoutMs;
    this.#runner = new QueryRunner({
      client,
      resilience: new Resilience(),
      warehouse: {
        sources: this.#given.sources,
        coversTables: async (reported) => reported.length === 0,
      },
      budget: this.#budget,
      background: this.#background,
      closing: this.#closing.signal,
      jobCreation: 'required',
      pricing: 'bytes',
      serverWaitMs: 3_000,
    });
  }

  async run(sent: EngineQuery, run: EngineRun): Promise<EngineResult> {
    const parameters = new Map([...sent.parameters, ...this.#given.parameters]);
    const query = { ...sent, parameters, limits: {} };
    const limit = costLimit(query, MAX_BYTES, this.#budget);
    const deadline = performance.now() + this.#timeoutMs;
    try {
      return await withDeadline(queryDeadline(this.#timeoutMs, [run.signal]), async (stop) => {
        const bounded = { query, limit, stop, deadline, report: run };
        run.onStart?.();
        await this.#runner.approve(bounded);
        return this.#runner.run(bounded);
      });
    } catch (error) {
      const { isCallersSql } = query;
      throw engineError(error, { isCallersSql, costMessage: limit.message, secrets: [] });
    }
  }

  checkRoom(): void {}

  usage(): EngineUsage {
    return { queues: {}, isBreakerOpen: false };
  }

  async check(): Promise<EngineHealth> {
    return { notes: 0, isAnswering: true };
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#background.settled(1_000);
  }
}

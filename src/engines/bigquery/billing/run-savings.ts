import { MIN_TABLE_BYTES } from '../../../bill/price.ts';
import type { EngineQuery } from '../../engine.ts';
import { LearnedNumbers } from './learned-numbers.ts';

/** A query that was run, and what it was billed for. */
export interface BilledRun {
  readonly query: EngineQuery;
  readonly bytesBilled: number;
}

/** What a dry run says that a query would be billed for. */
export interface QueryEstimate {
  readonly bytes: number;
  /** Whether it may be less, as for clustered tables. */
  readonly isUpperBound: boolean;
  /** The number of tables that the query reads. */
  readonly tables: number;
}

/** Dependencies of `RunSavingsCounter`. */
export interface RunSavingsOptions {
  /** The text of a query for BigQuery. */
  readonly textOf: (query: EngineQuery) => string;
  readonly estimate: (query: EngineQuery) => Promise<QueryEstimate>;
  /** Receives the dry runs, which no caller waits for. */
  readonly background: (work: Promise<unknown>) => void;
}

/**
 * The bytes that runs were not billed for because another statement was run in place of theirs.
 *
 * That one is dry-run after the first run of its text in an hour, with the same parameters; until then nothing is counted.
 * Of clustered tables a dry run says too much: what was run is dry-run as well then, and the other statement is taken to
 * read the same share of its estimate.
 */
export class RunSavingsCounter {
  readonly #options: RunSavingsOptions;
  readonly #numbers: LearnedNumbers;

  constructor(options: RunSavingsOptions) {
    this.#options = options;
    this.#numbers = new LearnedNumbers(options.background);
  }

  /**
   * What folding absent parameters has saved: the columns that only their conditions read. Other parameters select other
   * partitions of the same columns, so that the ratio of both statements stays.
   */
  folding(run: BilledRun): number {
    const { bytesBilled, query } = run;
    if (!query.unfolded || bytesBilled === 0) return 0;
    const written = { ...query, statement: query.unfolded };
    const ratio = this.#numbers.of(
      this.#options.textOf(written),
      async () => (await this.#billedFor(written, run)) / bytesBilled,
    );
    return ratio === undefined ? 0 : Math.max(0, Math.round(bytesBilled * (ratio - 1)));
  }

  /**
   * What running the steps of a query has saved. `first` is the first step; `window` names the partitions that the query
   * selects, since the bytes of others differ.
   */
  newestFirst(whole: BilledRun, first: BilledRun, window: string): number {
    if (first.bytesBilled === 0) return 0;
    const text = `${window}\n${this.#options.textOf(whole.query)}`;
    const bytes = this.#numbers.of(text, () => this.#billedFor(whole.query, first));
    return bytes === undefined ? 0 : Math.max(0, Math.round(bytes - whole.bytesBilled));
  }

  /** What a query would have been billed for in place of the one that was run. */
  async #billedFor(query: EngineQuery, ran: BilledRun): Promise<number> {
    const { bytes, isUpperBound, tables } = await this.#options.estimate(query);
    if (!isUpperBound) return bytes;
    // What was billed the minimum may have read anything less: nothing can be concluded from it.
    if (ran.bytesBilled <= tables * MIN_TABLE_BYTES) return ran.bytesBilled;
    const own = await this.#options.estimate(ran.query);
    return (bytes * ran.bytesBilled) / Math.max(own.bytes, ran.bytesBilled);
  }
}

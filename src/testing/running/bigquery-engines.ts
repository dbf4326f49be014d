import type { Row, Table } from '#googlesql';
import type { PreparedEndpoint } from '../../catalog/prepare.ts';
import type { BigQueryClient } from '../../engines/bigquery/client/client.ts';
import { GivenRowsEngine } from '../../engines/bigquery/given/given-rows-engine.ts';
import type { Engine } from '../../engines/engine.ts';
import type { Case } from '../reading/read-cases.ts';
import type { CaseEngines } from './run-cases.ts';

/** Queries that run at once: each waits for BigQuery most of its time. */
const CONCURRENCY = 8;

/** Runs cases with rows on BigQuery, where nothing is billed, and others as `others` does. */
export class BigQueryEngines implements CaseEngines {
  readonly concurrency = CONCURRENCY;
  readonly #client: BigQueryClient;
  readonly #others: CaseEngines;
  readonly #maxText: number | undefined;

  /** `maxText` is as `GivenRowsEngine` has it. */
  constructor(client: BigQueryClient, others: CaseEngines, maxText?: number) {
    this.#client = client;
    this.#others = others;
    this.#maxText = maxText;
  }

  over(tables: ReadonlyMap<Table, readonly Row[]>, endpoint: PreparedEndpoint): Engine {
    const rows = new Map([...tables].map(([{ name }, own]) => [name, own]));
    return new GivenRowsEngine({
      client: this.#client,
      tables: endpoint.tables.values(),
      rows,
      maxText: this.#maxText,
    });
  }

  overData(now: bigint | undefined): Promise<Engine> {
    return this.#others.overData(now);
  }

  refusal(one: Case): string | undefined {
    return this.#others.refusal(one);
  }
}

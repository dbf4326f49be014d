import { randomUUID } from 'node:crypto';
import type { OutputColumn, Row } from '#googlesql';
import { RowBudget } from '../../row-budget.ts';
import { badAnswer } from '../client/bigquery-error.ts';
import type { BigQueryClient } from '../client/client.ts';
import { retryTransient } from '../client/resilience.ts';
import { compileDecoder } from '../rows/decode.ts';
import { endedJob } from './ended-job.ts';
import { readPages } from './pages.ts';
import { queryText } from './query-request.ts';
import type { BillingStatistics, JobReference, QueryResponse } from './query-response.ts';

/** A query of Fieldstone's own over `INFORMATION_SCHEMA`, without parameters. */
export interface MetadataQuery {
  readonly sql: string;
  readonly columns: readonly OutputColumn[];
  /** The most that it may be billed for; its least is 10 MB. */
  readonly maxBytes: number;
  /** Labels of its job. @default none */
  readonly labels?: Readonly<Record<string, string>>;
}

/** All rows of such a query. */
export interface MetadataRows {
  readonly rows: readonly Row[];
  readonly bytesBilled: number;
}

const WAIT_MS = 10_000;
const PAGE_ROWS = 10_000;

/** Runs a query over metadata to its end; rejects with a `BigQueryError`. */
export async function queryMetadata(
  client: BigQueryClient,
  { columns, labels, maxBytes, sql }: MetadataQuery,
  signal: AbortSignal,
): Promise<MetadataRows> {
  const request = {
    ...queryText(sql, []),
    formatOptions: { useInt64Timestamp: true },
    maximumBytesBilled: String(maxBytes),
    ...(labels && { labels }),
    timeoutMs: WAIT_MS,
    requestId: randomUUID(),
  };
  let answer = await retryTransient(signal, () => client.query(request, signal));
  const job = answer.jobReference;
  const results = (params: Readonly<Record<string, string | number>>): Promise<QueryResponse> => {
    if (!job) throw badAnswer('The answer does not say which job there is more of');
    return retryTransient(signal, () =>
      client.results(job, { ...params, maxResults: PAGE_ROWS }, signal),
    );
  };
  while (!answer.jobComplete) answer = await results({ timeoutMs: WAIT_MS });
  const { rows } = await readPages(answer, {
    decode: compileDecoder(answer.schema?.fields, columns),
    budget: new RowBudget({ maxRows: Number.POSITIVE_INFINITY }),
    next: (pageToken) => results({ pageToken }),
  });
  return { rows, bytesBilled: await billedFor(client, answer, job, signal) };
}

/** Only the first answer says what was billed; of a query that took longer, its job does. */
async function billedFor(
  client: BigQueryClient,
  answer: BillingStatistics,
  job: JobReference | undefined,
  signal: AbortSignal,
): Promise<number> {
  const isSaid = answer.totalBytesBilled !== undefined || !job;
  const { totalBytesBilled = 0 } = isSaid ? answer : await endedJob(client, job, signal);
  return Number(totalBytesBilled);
}

import type { QueryPurpose } from '../../engine.ts';
import type { QueryParameter } from '../statements/parameters.ts';
import { jobLabels } from './labels.ts';

/** Whether every query gets a job, or BigQuery decides; a short query is faster without one. */
export type JobCreation = 'required' | 'optional';

/** A dataset in the format of `jobs.query`. */
export interface DatasetReference {
  readonly projectId: string;
  readonly datasetId: string;
}

/** The parts that vary between requests. */
export interface QueryRequestParts {
  readonly sql: string;
  readonly parameters: readonly QueryParameter[];
  /** Where tables without a dataset are; undefined: nowhere. */
  readonly defaultDataset?: DatasetReference | undefined;
  readonly purpose: QueryPurpose;
  readonly maxBytes: number;
  readonly jobTimeoutMs: number;
  readonly jobCreation: JobCreation;
}

/**
 * The body of `jobs.query`, without what belongs to a single attempt or to the client.
 *
 * `jobTimeoutMs` makes BigQuery stop the job itself, in case it is never cancelled.
 */
export function queryRequest({
  sql,
  parameters,
  defaultDataset,
  purpose,
  maxBytes,
  jobTimeoutMs,
  jobCreation,
}: QueryRequestParts): Readonly<Record<string, unknown>> {
  return {
    ...queryText(sql, parameters),
    ...(defaultDataset && { defaultDataset }),
    // Timestamps as microseconds: the default is a float of seconds, which loses digits.
    formatOptions: { useInt64Timestamp: true },
    labels: jobLabels(purpose),
    maximumBytesBilled: String(maxBytes),
    jobTimeoutMs: String(jobTimeoutMs),
    ...(jobCreation === 'optional' && { jobCreationMode: 'JOB_CREATION_OPTIONAL' }),
  };
}

/** The members that every query has, dry or not. */
export function queryText(sql: string, queryParameters: readonly QueryParameter[]) {
  return { query: sql, useLegacySql: false, parameterMode: 'NAMED', queryParameters };
}

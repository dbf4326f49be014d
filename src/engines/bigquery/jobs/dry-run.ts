import { badAnswer } from '../client/bigquery-error.ts';
import type { BigQueryClient } from '../client/client.ts';
import type { QueryParameter } from '../statements/parameters.ts';
import { placeName, type TablePlace } from '../table-places.ts';
import { queryText } from './query-request.ts';
import { member, type ResultField } from './query-response.ts';

/** The result of a dry run, which is free of charge. */
export interface DryRun {
  readonly bytes: number;
  /** Whether the bytes are an upper bound, as for clustered tables. */
  readonly isUpperBound: boolean;
  readonly statementType: string;
  /** Full names of the tables read; for views, the base tables. */
  readonly tables: readonly string[];
  readonly fields: readonly ResultField[] | undefined;
  /** Parameters of the text that the request did not declare, in the format of requests. */
  readonly undeclared: readonly Readonly<Record<string, unknown>>[];
}

/** What is dry-run. */
export interface DryRunText {
  readonly sql: string;
  readonly parameters: readonly QueryParameter[];
  /** Where it runs; undefined: where its tables are, or the client's own location. */
  readonly location?: string | undefined;
  /** Whether tables without a dataset are those of the client's default dataset. @default false */
  readonly isForeign?: boolean;
}

/** Dry-runs a query; rejects with a `BigQueryError`. */
export async function dryRun(
  client: BigQueryClient,
  { sql, parameters, isForeign = false, location }: DryRunText,
  signal: AbortSignal,
): Promise<DryRun> {
  const { defaultDataset } = client;
  const text = { ...queryText(sql, parameters), ...(isForeign && { defaultDataset }), location };
  const answer = await client.dryRun(text, signal);
  const statistics = member(answer['statistics']);
  const details = member(statistics['query']);
  const bytes = Number(details['totalBytesProcessed'] ?? statistics['totalBytesProcessed']);
  const { statementType } = details;
  if (!Number.isFinite(bytes) || typeof statementType !== 'string') {
    throw badAnswer('A dry run does not say what the query would do');
  }
  return {
    bytes,
    isUpperBound: details['totalBytesProcessedAccuracy'] === 'UPPER_BOUND',
    statementType,
    tables: list(details['referencedTables']).map(({ projectId, datasetId, tableId }) =>
      placeName({ project: projectId, dataset: datasetId, table: tableId } as TablePlace),
    ),
    fields: list(member(details['schema'])['fields']),
    undeclared: list(details['undeclaredQueryParameters']),
  };
}

function list(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.map(member) : [];
}

import { badAnswer } from '../client/bigquery-error.ts';
import type { BigQueryClient } from '../client/client.ts';
import { placeName, type TablePlace } from '../table-places.ts';
import type { QueryParameter } from './parameters.ts';
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
}

/** Dry-runs a query; rejects with a `BigQueryError`. */
export async function dryRun(
  client: BigQueryClient,
  { sql, parameters }: { sql: string; parameters: readonly QueryParameter[] },
  signal: AbortSignal,
): Promise<DryRun> {
  const answer = await client.dryRun(queryText(sql, parameters), signal);
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
  };
}

function list(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.map(member) : [];
}

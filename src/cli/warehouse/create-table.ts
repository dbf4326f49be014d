import { BigQueryError } from '../../engines/bigquery/client/bigquery-error.ts';
import type { BigQueryClient } from '../../engines/bigquery/client/client.ts';
import type { LogTable } from '../../engines/bigquery/table-places.ts';
import { isClustered, readTableFacts } from '../../engines/bigquery/warehouse/table-facts.ts';

type TableMetadata = Parameters<BigQueryClient['createTable']>[1];

/** What became of a table: made, or found; with what is wrong with it or kept it from being made. */
export interface CreateOutcome {
  readonly outcome: 'created' | 'exists' | 'failed';
  readonly problems: readonly string[];
}

/**
 * What a log table is made with: partitioned by day, no query without a bound on the partition, clustered by tenant
 * and time.
 *
 * @see https://cloud.google.com/bigquery/docs/partitioned-tables
 */
export function tableMetadata({ fields }: LogTable): TableMetadata {
  return {
    schema: { fields: structuredClone(fields) as object[] },
    timePartitioning: { type: 'DAY', field: 'timestamp' },
    requirePartitionFilter: true,
    clustering: { fields: isClustered(fields) ? ['project', 'timestamp'] : ['timestamp'] },
  };
}

/** Creates a log table; one that exists is left alone and looked at as by the check. */
export async function createTable(
  client: BigQueryClient,
  table: LogTable,
  signal: AbortSignal,
): Promise<CreateOutcome> {
  try {
    await client.createTable(table.place, tableMetadata(table), signal);
    return { outcome: 'created', problems: [] };
  } catch (error) {
    if (!(error instanceof BigQueryError)) throw error;
    if (error.status !== 409) return { outcome: 'failed', problems: [error.message] };
  }
  const { problems, notes, layout } = await readTableFacts(client, table, signal);
  return { outcome: 'exists', problems: [...problems, ...notes, ...layout] };
}

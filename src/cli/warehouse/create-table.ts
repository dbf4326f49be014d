import { BigQueryError } from '../../engines/bigquery/client/bigquery-error.ts';
import type { BigQueryClient } from '../../engines/bigquery/client/client.ts';
import type { LogTable } from '../../engines/bigquery/table-places.ts';
import { readTableFacts, type TableFacts } from '../../engines/bigquery/warehouse/table-facts.ts';
import type { SchemaField } from '../../googlesql/index.ts';

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
  const facts = await readTableFacts(client, table, signal);
  const problems = [...facts.problems, ...facts.notes, ...layoutFaults(table, facts)];
  return { outcome: 'exists', problems };
}

/** What makes each statement dear; of a view the tables below it are not known. */
export function layoutFaults(
  { fields }: LogTable,
  { kind, partitionedBy, clusteredBy }: TableFacts,
): readonly string[] {
  if (kind !== 'TABLE') return [];
  const faults: string[] = [];
  if (partitionedBy !== 'timestamp') {
    faults.push('is not partitioned by "timestamp": each query reads all of it');
  }
  if (isClustered(fields) && clusteredBy !== 'project') {
    faults.push('is not clustered by "project": each query reads the rows of every project');
  }
  return faults;
}

/** Tables whose tenant is in their metadata have no column to cluster by. */
function isClustered(fields: readonly SchemaField[]): boolean {
  return fields.some(({ name }) => name === 'project');
}

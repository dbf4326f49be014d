import { BigQueryError } from '../../engines/bigquery/client/bigquery-error.ts';
import type { BigQueryClient } from '../../engines/bigquery/client/client.ts';
import type { LogTable } from '../../engines/bigquery/table-places.ts';
import { readTableFacts, type TableFacts } from '../../engines/bigquery/warehouse/table-facts.ts';
import type { SchemaField } from '../../googlesql/index.ts';

type TableMetadata = Parameters<BigQueryClient['createTable']>[1];

/** The result of creating a table, with problems of an existing one, or the reason for a failure. */
export interface CreateOutcome {
  readonly outcome: 'created' | 'exists' | 'failed';
  readonly problems: readonly string[];
}

/**
 * Metadata of a new log table: partitioned by day, with a required partition filter, clustered by tenant and time.
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

/** Said of a place that no table can be created at. */
export const WILDCARD = 'is a wildcard, whose tables are created by what writes them';

/** Creates a log table; an existing one is not changed, but checked. */
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

/** Problems of a table's layout that make queries expensive; none for views, whose base tables are unknown. */
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

/** Tables with the tenant in their metadata have no column to cluster by. */
function isClustered(fields: readonly SchemaField[]): boolean {
  return fields.some(({ name }) => name === 'project');
}

import { BigQueryError } from '../../engines/bigquery/client/bigquery-error.ts';
import type { BigQueryClient } from '../../engines/bigquery/client/client.ts';
import { isWildcard, type LogTable, placeName } from '../../engines/bigquery/table-places.ts';
import { readTableFacts, type TableFacts } from '../../engines/bigquery/warehouse/table-facts.ts';
import type { SchemaField } from '../../googlesql/index.ts';

type TableMetadata = Parameters<BigQueryClient['createTable']>[1];

/** The result of creating a table, with problems of an existing one, or the reason for a failure. */
export interface CreateOutcome {
  readonly outcome: 'created' | 'exists' | 'failed';
  readonly problems: readonly string[];
}

/**
 * Metadata of a new table: partitioned by day of its time, clustered by tenant and time, as far as it declares them.
 *
 * @see https://cloud.google.com/bigquery/docs/partitioned-tables
 */
export function tableMetadata(table: LogTable): TableMetadata {
  const { fields, requirePartitionFilter, time } = table;
  const clustering = [clusteredTenant(table) ?? [], time ?? []].flat();
  return {
    schema: { fields: structuredClone(fields) as object[] },
    ...(time && { timePartitioning: { type: 'DAY', field: time } }),
    ...(requirePartitionFilter && { requirePartitionFilter }),
    ...(clustering.length > 0 && { clustering: { fields: clustering } }),
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
  table: LogTable,
  { kind, partitionedBy, clusteredBy }: TableFacts,
): readonly string[] {
  if (kind !== 'TABLE') return [];
  const faults: string[] = [];
  const { time } = table;
  if (time !== undefined && partitionedBy !== time) {
    faults.push(`is not partitioned by "${time}": each query reads all of it`);
  }
  const tenant = clusteredTenant(table);
  if (tenant !== undefined && clusteredBy !== tenant) {
    faults.push(`is not clustered by "${tenant}": each query reads the rows of every ${tenant}`);
  }
  return faults;
}

/** The tenant column; undefined for one that BigQuery cannot cluster by: a field of a record, or BYTES. */
function clusteredTenant({ fields, tenant = [] }: LogTable): string | undefined {
  const [column, ...path] = tenant;
  const type = fields.find(({ name }) => name === column)?.type;
  return path.length > 0 || type === 'BYTES' ? undefined : column;
}

/** `bq` commands that create the same tables as `warehouse:create`. */
export function printBq(tables: readonly LogTable[]): string {
  return printEach(tables, bqCommand);
}

function bqCommand(table: LogTable): string {
  const { project, dataset, table: id } = table.place;
  const { requirePartitionFilter: isRequired, time } = table;
  const filter = isRequired ? ' --require_partition_filter=true' : '';
  const clustering = clusteringOf(table);
  return [
    `cat > '${id}.json' <<'JSON'\n${schemaText(table.fields)}\nJSON\nbq mk --table`,
    ...(time ? [`  --time_partitioning_type=DAY --time_partitioning_field=${time}${filter}`] : []),
    `  ${clustering.length > 0 ? `--clustering_fields=${clustering.join(',')} ` : ''}--schema='${id}.json'`,
    `  '${project}:${dataset}.${id}'`,
  ].join(' \\\n');
}

/** Terraform resources (`google` provider) that create the same tables as `warehouse:create`. */
export function printTerraform(tables: readonly LogTable[]): string {
  return printEach(tables, terraformResource);
}

function terraformResource(table: LogTable): string {
  const { project, dataset, table: id } = table.place;
  const { requirePartitionFilter: isRequired = false, time } = table;
  const partitioning = `
  time_partitioning {
    type  = "DAY"
    field = "${time}"
  }
`;
  return `resource "google_bigquery_table" "${id.replaceAll(/\W/g, '_')}" {
  project                  = ${JSON.stringify(project)}
  dataset_id               = ${JSON.stringify(dataset)}
  table_id                 = ${JSON.stringify(id)}
  require_partition_filter = ${isRequired}
  clustering               = ${JSON.stringify(clusteringOf(table))}
${time ? partitioning : ''}
  schema = <<-JSON
${schemaText(table.fields)}
  JSON
}`;
}

function printEach(tables: readonly LogTable[], print: (table: LogTable) => string): string {
  const texts = tables.map((table) =>
    isWildcard(table.place) ? `# ${placeName(table.place)} ${WILDCARD}` : print(table),
  );
  return texts.join('\n\n');
}

function clusteringOf(table: LogTable): readonly string[] {
  return tableMetadata(table).clustering?.fields ?? [];
}

function schemaText(fields: readonly SchemaField[]): string {
  return JSON.stringify(fields, undefined, 2);
}

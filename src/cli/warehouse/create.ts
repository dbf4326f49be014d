import { type SchemaField, timeColumns } from '#googlesql';
import { BigQueryError } from '../../engines/bigquery/client/bigquery-error.ts';
import type { BigQueryClient } from '../../engines/bigquery/client/client.ts';
import { retryTransient } from '../../engines/bigquery/client/resilience.ts';
import {
  isWildcard,
  type LogTable,
  type LogTables,
  placeName,
  placeTables,
} from '../../engines/bigquery/table-places.ts';
import { readTableFacts, type TableFacts } from '../../engines/bigquery/warehouse/table-facts.ts';
import { openBigQueryTables } from '../../engines/opening/open-bigquery.ts';
import type { Project } from '../../project/load-project.ts';
import { readCommandConfig, requireBigQuery } from '../command-options.ts';

/** Dependencies of the command. */
export interface CreateEnvironment {
  readonly client: BigQueryClient;
  readonly tables: LogTables;
  /** Prints one line. */
  readonly print: (line: string) => void;
}

/** Creates the tables; returns exit code 1 if one could not be created or differs. */
export async function runCreate({ client, tables, print }: CreateEnvironment): Promise<number> {
  const { signal } = new AbortController();
  let failures = 0;
  for (const table of tables.values()) {
    if (isWildcard(table.place)) {
      print(`${placeName(table.place)}: ${WILDCARD}`);
      continue;
    }
    const { outcome, problems } = await retryTransient(signal, () =>
      createTable(client, table, signal),
    );
    const what = [outcome, ...problems].join('; ');
    print(`${placeName(table.place)}: ${what}`);
    if (problems.length > 0) failures += 1;
  }
  return failures === 0 ? 0 : 1;
}

/** The same for the tables of a project; with a form, prints them in it instead. */
export async function createTables(
  project: Project,
  form: 'terraform' | 'bq' | undefined,
  print: CreateEnvironment['print'],
): Promise<number> {
  const bigquery = requireBigQuery(readCommandConfig(project));
  if (form === undefined) {
    return runCreate({ ...(await openBigQueryTables(bigquery, project.tables)), print });
  }
  const tables = [...placeTables(project.tables, bigquery).values()];
  print(form === 'bq' ? printBq(tables) : printTerraform(tables));
  return 0;
}

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
    ...(isPartitioned(table) && {
      timePartitioning: { type: 'DAY', ...(time && { field: time }) },
    }),
    ...(requirePartitionFilter && { requirePartitionFilter }),
    ...(clustering.length > 0 && { clustering: { fields: clustering } }),
  };
}

/** Whether it is partitioned by day: of its time, or of the time at which rows arrive. */
function isPartitioned(table: LogTable): boolean {
  return timeColumns({ pseudo: table.pseudo, time: table.time }).length > 0;
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
  const odd = facts.odd.map(({ text }) => text);
  const problems = [...facts.problems, ...odd, ...facts.notes, ...layoutFaults(table, facts)];
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
  const field = time ? ` --time_partitioning_field=${time}` : '';
  return [
    `cat > '${id}.json' <<'JSON'\n${schemaText(table.fields)}\nJSON\nbq mk --table`,
    ...(isPartitioned(table) ? [`  --time_partitioning_type=DAY${field}${filter}`] : []),
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
    type  = "DAY"${time ? `\n    field = "${time}"` : ''}
  }
`;
  return `resource "google_bigquery_table" "${id.replaceAll(/\W/g, '_')}" {
  project                  = ${JSON.stringify(project)}
  dataset_id               = ${JSON.stringify(dataset)}
  table_id                 = ${JSON.stringify(id)}
  require_partition_filter = ${isRequired}
  clustering               = ${JSON.stringify(clusteringOf(table))}
${isPartitioned(table) ? partitioning : ''}
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

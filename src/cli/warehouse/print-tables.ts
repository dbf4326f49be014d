import { isWildcard, type LogTable, placeName } from '../../engines/bigquery/table-places.ts';
import type { SchemaField } from '../../googlesql/index.ts';
import { tableMetadata, WILDCARD } from './create-table.ts';

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

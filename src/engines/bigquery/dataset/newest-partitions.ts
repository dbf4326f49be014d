import { type OutputColumn, printExpressionText } from '#googlesql';
import type { BigQueryClient } from '../client/client.ts';
import { queryMetadata } from '../jobs/metadata-query.ts';
import type { TablePlace } from '../table-places.ts';

/** BigQuery refuses to look at the partitions of more tables in one query. */
const TABLES_OF_A_QUERY = 1_000;

const COLUMNS: readonly OutputColumn[] = [
  { name: 'table_name', type: { kind: 'STRING' } },
  { name: 'newest', type: { kind: 'INT64' } },
];

/** A query over the metadata of a dataset's partitions. */
export interface PartitionsRequest extends Pick<TablePlace, 'project' | 'dataset'> {
  /** The ids of partitioned tables. */
  readonly tables: readonly string[];
  /** The most that each query may be billed for; its least is 10 MB. */
  readonly maxBytes: number;
}

/**
 * The ids of the newest partitions that have rows, by table: `20260701` of a table with a partition a day, `2026070112`
 * with one an hour, the first integer of a range. Those of NULL and of rows that wait in the streaming buffer do not
 * count.
 *
 * From `INFORMATION_SCHEMA.PARTITIONS`, which is GoogleSQL and answers for 1 000 tables at once: the meta-table
 * `$__PARTITIONS_SUMMARY__` is legacy SQL, and a query for each table.
 */
export async function newestPartitions(
  client: BigQueryClient,
  { dataset, maxBytes, project, tables }: PartitionsRequest,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (let first = 0; first < tables.length; first += TABLES_OF_A_QUERY) {
    const names = tables
      .slice(first, first + TABLES_OF_A_QUERY)
      .map(literal)
      .join(', ');
    const sql = `SELECT table_name, MAX(SAFE_CAST(partition_id AS INT64)) AS newest FROM \`${project}.${dataset}.INFORMATION_SCHEMA.PARTITIONS\` WHERE table_name IN (${names}) AND total_rows > 0 GROUP BY table_name`;
    const { rows } = await queryMetadata(client, { sql, columns: COLUMNS, maxBytes }, signal);
    for (const [table, newest] of rows) {
      if (typeof table === 'string' && newest !== null) found.set(table, String(newest));
    }
  }
  return found;
}

function literal(value: string): string {
  return printExpressionText({ kind: 'literal', at: 0, type: 'STRING', value });
}

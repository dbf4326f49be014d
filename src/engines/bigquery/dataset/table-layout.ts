import type { SchemaField } from '#googlesql';
import type { BigQueryClient } from '../client/client.ts';
import { retryTransient } from '../client/resilience.ts';
import type { ResultField } from '../jobs/query-response.ts';
import type { TablePlace } from '../table-places.ts';
import type { DatasetTable } from './group-shards.ts';
import { type ReadableFields, readableFields, schemaFields } from './schema-fields.ts';

/** How BigQuery partitions a table. */
export type Partitioning =
  | { readonly kind: 'time'; readonly column: SchemaField }
  | { readonly kind: 'arrival' }
  | { readonly kind: 'range'; readonly column: SchemaField };

/** What BigQuery says of a table of a dataset, or of the newest table of a wildcard. */
export interface TableLayout extends ReadableFields {
  /** The name as in the dataset; that of a wildcard table ends in `*`. */
  readonly name: string;
  readonly type: string;
  readonly description: string | undefined;
  readonly partitioning: Partitioning | undefined;
  readonly requirePartitionFilter: boolean;
  /** The columns by which it is clustered, in their order. */
  readonly clustering: readonly string[];
  /** What the `*` stands for in the newest table of a wildcard that has rows. */
  readonly newestSuffix: string | undefined;
}

/** The members that are read of a table's resource. */
interface TableResource {
  readonly description?: string;
  readonly schema?: { readonly fields?: readonly ResultField[] };
  readonly timePartitioning?: {
    readonly field?: string;
    readonly requirePartitionFilter?: boolean;
  };
  readonly rangePartitioning?: { readonly field?: string };
  readonly requirePartitionFilter?: boolean;
  readonly clustering?: { readonly fields?: readonly string[] };
  readonly numRows?: string;
  readonly streamingBuffer?: unknown;
}

/** How many of the newest tables of a wildcard are looked at for rows. */
const MAX_SHARDS = 10;

/** Reads the layout of a table with `tables.get`; rejects with a `BigQueryError`. */
export async function readTableLayout(
  client: BigQueryClient,
  place: Pick<TablePlace, 'project' | 'dataset'>,
  { name, shards, type }: DatasetTable,
  signal: AbortSignal,
): Promise<TableLayout> {
  const [newest = name] = shards ?? [];
  const resource = await readResource(client, { ...place, table: newest }, signal);
  const { clustering, description, schema, timePartitioning } = resource;
  return {
    ...readableFields(schemaFields(schema?.fields)),
    name,
    type,
    description,
    partitioning: partitioningOf(resource),
    requirePartitionFilter:
      resource.requirePartitionFilter ?? timePartitioning?.requirePartitionFilter ?? false,
    clustering: clustering?.fields ?? [],
    newestSuffix:
      shards && (await newestFilled(client, place, shards, signal)).slice(name.length - 1),
  };
}

/** The newest table of a wildcard that has rows; the newest one if none of the latest has. */
async function newestFilled(
  client: BigQueryClient,
  place: Pick<TablePlace, 'project' | 'dataset'>,
  shards: readonly string[],
  signal: AbortSignal,
): Promise<string> {
  for (const table of shards.slice(0, MAX_SHARDS)) {
    if (hasRows(await readResource(client, { ...place, table }, signal))) return table;
  }
  return shards[0] ?? '';
}

function readResource(
  client: BigQueryClient,
  place: TablePlace,
  signal: AbortSignal,
): Promise<TableResource> {
  return retryTransient(signal, () => client.table(place, signal));
}

function hasRows({ numRows, streamingBuffer }: TableResource): boolean {
  return numRows !== '0' || streamingBuffer !== undefined;
}

function partitioningOf(resource: TableResource): Partitioning | undefined {
  const { rangePartitioning, schema, timePartitioning } = resource;
  const field = timePartitioning?.field ?? rangePartitioning?.field;
  if (field === undefined) return timePartitioning && { kind: 'arrival' };
  const { fields } = readableFields(schemaFields(schema?.fields));
  const column = fields.find(({ name }) => name.toLowerCase() === field.toLowerCase());
  return column && { kind: timePartitioning ? 'time' : 'range', column };
}

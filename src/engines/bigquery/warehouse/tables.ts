import type { SchemaField } from '../../../googlesql/index.ts';
import { BigQueryError } from '../client/bigquery-error.ts';
import type { RestClient } from '../client/rest-client.ts';

/** A log table as it is to be in BigQuery. */
export interface TableToCreate {
  /** The logical name. */
  readonly name: string;
  /** `project.dataset.table`. */
  readonly fullName: string;
  readonly fields: readonly SchemaField[];
}

/** What became of a table: made, or found as it should be. */
export type CreateOutcome = 'created' | 'exists';

const WAIT_MS = 20_000;

/**
 * Creates a log table: partitioned by day, no query without a bound on the partition, clustered by tenant.
 *
 * One that exists is left alone, and rejected with an `Error` where it is not what it should be.
 *
 * @see https://cloud.google.com/bigquery/docs/partitioned-tables
 */
export async function createTable(
  client: RestClient,
  { name, fullName, fields }: TableToCreate,
): Promise<CreateOutcome> {
  const [dataset = '', id = ''] = fullName.split('.').slice(-2);
  const body = {
    tableReference: { datasetId: dataset, tableId: id },
    schema: { fields },
    timePartitioning: { type: 'DAY', field: 'timestamp' },
    requirePartitionFilter: true,
    ...(isClustered(fields) && { clustering: { fields: ['project'] } }),
  };
  try {
    await client.insertTable(dataset, body, { waitMs: WAIT_MS });
    return 'created';
  } catch (error) {
    if (!(error instanceof BigQueryError && error.status === 409)) throw error;
  }
  const problem = differenceOf(await client.table(dataset, id, { waitMs: WAIT_MS }), fields);
  if (problem) throw new Error(`Table "${name}" exists, but ${problem}`);
  return 'exists';
}

/** Tables whose tenant is in their metadata have no column to cluster by. */
function isClustered(fields: readonly SchemaField[]): boolean {
  return fields.some(({ name }) => name === 'project');
}

function differenceOf(
  table: Readonly<Record<string, unknown>>,
  fields: readonly SchemaField[],
): string | undefined {
  const { schema, timePartitioning } = table as {
    readonly schema?: { readonly fields?: readonly SchemaField[] };
    readonly timePartitioning?: { readonly type?: string; readonly field?: string };
  };
  if (timePartitioning?.type !== 'DAY' || timePartitioning.field !== 'timestamp') {
    return 'is not partitioned by the day of "timestamp"';
  }
  return missingField(schema?.fields ?? [], fields);
}

const LEGACY: Readonly<Record<string, string>> = {
  INT64: 'INTEGER',
  FLOAT64: 'FLOAT',
  BOOL: 'BOOLEAN',
  STRUCT: 'RECORD',
};

/** More columns than ours do no harm. */
function missingField(
  there: readonly SchemaField[],
  ours: readonly SchemaField[],
  path = '',
): string | undefined {
  for (const field of ours) {
    const name = path + field.name;
    const found = there.find((other) => other.name.toLowerCase() === field.name.toLowerCase());
    if (!found) return `has no column "${name}"`;
    if (shapeOf(found) !== shapeOf(field)) {
      return `its column "${name}" is ${shapeOf(found)} in place of ${shapeOf(field)}`;
    }
    const nested = missingField(found.fields ?? [], field.fields ?? [], `${name}.`);
    if (nested) return nested;
  }
  return undefined;
}

function shapeOf({ type, mode }: SchemaField): string {
  const name = LEGACY[type] ?? type;
  return mode === 'REPEATED' ? `REPEATED ${name}` : name;
}

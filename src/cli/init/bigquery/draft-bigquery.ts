import { mapConcurrently } from '../../../async/map-concurrently.ts';
import { type BigQueryConfig, readConfig } from '../../../config/config.ts';
import { BigQueryError } from '../../../engines/bigquery/client/bigquery-error.ts';
import { BigQueryClient } from '../../../engines/bigquery/client/client.ts';
import { retryTransient } from '../../../engines/bigquery/client/resilience.ts';
import { type DatasetTable, groupShards } from '../../../engines/bigquery/dataset/group-shards.ts';
import { newestPartitions } from '../../../engines/bigquery/dataset/newest-partitions.ts';
import {
  readTableLayout,
  type TableLayout,
} from '../../../engines/bigquery/dataset/table-layout.ts';
import { dryRun } from '../../../engines/bigquery/jobs/dry-run.ts';
import { deniedText } from '../../../engines/bigquery/warehouse/denied-text.ts';
import { CommandError, UsageError } from '../../command-error.ts';
import { type DraftTable, draftFiles, type ProjectDraft } from '../draft.ts';
import { draftTable, MAX_BYTES } from './draft-table.ts';

/** Tables that are read at the same time. */
const TABLES_AT_ONCE = 8;

/**
 * Drafts a project over the tables of a dataset on BigQuery, which `PROJECT.DATASET` names: their schemas, and an endpoint
 * for each that BigQuery would run below the cap.
 */
export async function draftBigQuery(
  name: string,
  environment: NodeJS.ProcessEnv,
): Promise<ProjectDraft> {
  const config = configOf(name, environment);
  const { signal } = new AbortController();
  const { client, location } = await openDataset(config, signal);
  const place = { project: config.project, dataset: config.dataset };
  const listed = await retryTransient(signal, () => client.tables(place, signal)).catch(refuse);
  const tables = groupShards(listed.map(readListed));
  if (tables.length === 0) throw new CommandError(1, `The dataset "${name}" has no tables`);
  const read = await mapConcurrently(tables, TABLES_AT_ONCE, (table) =>
    readTableLayout(client, place, table, signal).catch((error) => unreadable(table, error)),
  );
  const layouts = read.filter((one) => 'fields' in one && !('endpoint' in one)) as TableLayout[];
  const newest = await newestOf(client, config, layouts, signal);
  const drafted = await mapConcurrently(read, TABLES_AT_ONCE, async (one) =>
    'endpoint' in one ? one : draftTable(client, one, newest(one.name), signal),
  );
  return {
    ...draftFiles(drafted),
    copies: [],
    settings: {
      ENGINE: 'bigquery',
      BIGQUERY_PROJECT: config.project,
      BIGQUERY_DATASET: config.dataset,
      BIGQUERY_LOCATION: location,
      BIGQUERY_MAX_BYTES_BILLED: '1GB',
      ...fromEnvironment(environment),
      DEMO: 'false',
    },
    source: `Its tables are those of \`${name}\` on BigQuery, in ${location}; a query may be billed for 1 GB at most.`,
  };
}

/** Variables of the environment without which the project would not reach the same BigQuery. */
const CARRIED = ['BIGQUERY_JOB_PROJECT', 'BIGQUERY_RESERVATION', 'BIGQUERY_API_ENDPOINT'];

function fromEnvironment(environment: NodeJS.ProcessEnv): Readonly<Record<string, string>> {
  return Object.fromEntries(
    CARRIED.flatMap((name) => {
      const value = environment[name];
      return value ? [[name, value] as const] : [];
    }),
  );
}

const NAME = /^([a-z][a-z0-9.:-]*[a-z0-9])\.(\w{1,1024})$/;

function configOf(name: string, environment: NodeJS.ProcessEnv): BigQueryConfig {
  const [, project, dataset] = NAME.exec(name) ?? [];
  if (project === undefined || dataset === undefined) {
    throw new UsageError(
      `--bigquery "${name}" must be the names of a project and a dataset, like my-project.my_dataset`,
    );
  }
  const { bigquery } = readConfig({
    ...environment,
    ENGINE: 'bigquery',
    BIGQUERY_PROJECT: project,
    BIGQUERY_DATASET: dataset,
  });
  if (!bigquery) throw new Error('BigQuery is not configured');
  return bigquery;
}

/** A client for jobs in the location of the dataset. */
async function openDataset(
  { dataset, endpoint, jobProject, project, reservation }: BigQueryConfig,
  signal: AbortSignal,
): Promise<{ readonly client: BigQueryClient; readonly location: string }> {
  const options = {
    project: jobProject,
    defaultDataset: { projectId: project, datasetId: dataset },
    endpoint,
    reservation,
  };
  const client = await BigQueryClient.open(options);
  const place = { project, dataset };
  const resource = await retryTransient(signal, () => client.dataset(place, signal)).catch(refuse);
  const location = String(resource['location']);
  const located = await BigQueryClient.open({ ...options, location });
  // Each table would be refused for the same reason.
  await retryTransient(signal, () =>
    dryRun(located, { sql: 'SELECT 1', parameters: [] }, signal),
  ).catch(refuseJobs);
  return { client: located, location };
}

/** A project without jobs: public datasets are in one. */
function refuseJobs(error: unknown): never {
  if (!(error instanceof BigQueryError)) throw error;
  const advice = 'set BIGQUERY_JOB_PROJECT to a project in which you may run jobs';
  throw new CommandError(1, `No query can be run, ${advice}: it ${deniedText(error)}`, {
    cause: error,
  });
}

/** A dataset that is not there is wrong use; anything else is a failure, with what to grant. */
function refuse(error: unknown): never {
  if (!(error instanceof BigQueryError)) throw error;
  if (error.status === 404) {
    throw new UsageError(`BigQuery says: ${error.message}; is the name PROJECT.DATASET right?`, {
      cause: error,
    });
  }
  throw new CommandError(1, `The dataset ${deniedText(error)}`, { cause: error });
}

function readListed(resource: Readonly<Record<string, unknown>>) {
  const { tableId } = Object(resource['tableReference']);
  return { id: String(tableId), type: String(resource['type'] ?? 'TABLE') };
}

/** A table that cannot be read is one without an endpoint. */
function unreadable({ name }: DatasetTable, error: unknown): DraftTable {
  if (!(error instanceof BigQueryError)) throw error;
  const reason = deniedText(error);
  return { name, settings: undefined, fields: undefined, endpoint: { reason } };
}

const DAY_MS = 86_400_000;
/** How far back partitions are read where their metadata cannot be. */
const UNKNOWN_DAYS = 7;

/** What is known of the newest partition of each table. */
async function newestOf(
  client: BigQueryClient,
  { dataset, project }: BigQueryConfig,
  layouts: readonly TableLayout[],
  signal: AbortSignal,
) {
  const tables = layouts.flatMap(({ name, newestSuffix, partitioning }) =>
    partitioning && newestSuffix === undefined ? [name] : [],
  );
  const dayBefore = (days: number) =>
    new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length);
  try {
    const request = { project, dataset, tables, maxBytes: MAX_BYTES };
    const newest = await newestPartitions(client, request, signal);
    return (table: string) => ({ newest: newest.get(table), fallbackDay: dayBefore(0) });
  } catch (error) {
    if (!(error instanceof BigQueryError)) throw error;
    // The dry runs still say what each endpoint reads.
    return () => ({ newest: undefined, fallbackDay: dayBefore(UNKNOWN_DAYS) });
  }
}

import { isDeepStrictEqual } from 'node:util';
import type { BigQueryConfig } from '../../config/config.ts';
import type { Project } from '../../project/load-project.ts';
import { BigQueryEngine } from '../bigquery/bigquery-engine.ts';
import type { BigQueryClient } from '../bigquery/client/client.ts';
import { openClient } from '../bigquery/client/open-client.ts';
import { type LogTables, placeName, placeTables } from '../bigquery/table-places.ts';
import type { EngineSettings, OpenEngine } from './engine-settings.ts';

/** A client and the log tables for the settings; rejects without credentials. */
export async function openBigQueryTables(
  settings: BigQueryConfig,
  declared: Project['tables'],
  headers?: EngineSettings['headers'],
): Promise<{ readonly client: BigQueryClient; readonly tables: LogTables }> {
  const tables = placeTables(declared, settings);
  const client = await openClient(settings, headers);
  return { client, tables };
}

/** Opens BigQuery; rejects without credentials. */
export async function openBigQuery(
  bigquery: BigQueryConfig,
  settings: EngineSettings,
): Promise<OpenEngine> {
  const { client } = await openBigQueryTables(bigquery, settings.project.tables, settings.headers);
  return bigQueryOver(bigquery, settings, client);
}

function bigQueryOver(
  bigquery: BigQueryConfig,
  settings: EngineSettings,
  client: BigQueryClient,
): OpenEngine {
  const { probes = [], queryTimeoutMs } = settings;
  const { project, dataset } = bigquery;
  const tables = placeTables(settings.project.tables, bigquery);
  const engine = new BigQueryEngine({
    ...bigquery,
    client,
    tables,
    probes,
    checked: settings.checkedTables,
    onFindings: settings.onFindings ?? (() => {}),
    onUnchecked: settings.onUnchecked ?? (() => {}),
    timeoutMs: queryTimeoutMs,
  });
  engine.watch();
  // Tables can be mapped to others with different rows, so the mapping is part of the identity.
  const places = [...tables].map(([name, { place }]) => [name, placeName(place)]);
  const mapped = Object.keys(bigquery.tables).length > 0 ? JSON.stringify(places) : '';
  const dataSource = `bigquery:${project}.${dataset}${mapped}`;
  return {
    engine,
    dataSource,
    damagedFiles: undefined,
    isOver: (other) => isDeepStrictEqual(tables, placeTables(other.tables, bigquery)),
    over: async (other) =>
      bigQueryOver(
        bigquery,
        { ...settings, project: other, probes: [], checkedTables: undefined },
        client,
      ),
    retire: () =>
      void setTimeout(() => void engine.close(), RETIRE_AFTER_TIMEOUTS * queryTimeoutMs).unref(),
  };
}

/** A request may have several queries after each other, each within the time limit of a query. */
const RETIRE_AFTER_TIMEOUTS = 2;

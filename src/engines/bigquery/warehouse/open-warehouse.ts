import type { BigQuerySettings } from '../../open-engine.ts';
import { openCredentials } from '../client/credentials.ts';
import { RestClient } from '../client/rest-client.ts';
import { fullTableNames } from '../table-ids.ts';
import type { Warehouse } from './check-statement.ts';

/** The warehouse that the configuration names; rejects with what is missing. */
export async function openWarehouse(
  settings: BigQuerySettings | undefined,
  names: Iterable<string>,
): Promise<Warehouse> {
  if (!settings) {
    throw new Error(
      'Set ENGINE=bigquery, BIGQUERY_PROJECT and BIGQUERY_DATASET to name a warehouse',
    );
  }
  const { project, dataset, endpoint, location } = settings;
  const credentials = await openCredentials(project, endpoint);
  return {
    client: new RestClient({ project, endpoint, credentials }),
    tables: fullTableNames(names, { project, dataset, ids: settings.tables }),
    location,
  };
}

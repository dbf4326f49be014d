import { onTestFinished } from 'vitest';
import {
  BigQueryEngine,
  type BigQueryEngineOptions,
} from '../../../src/engines/bigquery/bigquery-engine.ts';
import { BigQueryClient } from '../../../src/engines/bigquery/client/client.ts';
import { type PlaceSettings, placeTables } from '../../../src/engines/bigquery/table-places.ts';
import { PROJECT } from '../../support/project.ts';

/** Where the test server has its tables. */
export const PLACE: PlaceSettings = { project: 'fieldstone-test', dataset: 'logs', tables: {} };

/** The log tables of the test server. */
export const TABLES = placeTables(PROJECT.tables, PLACE);

/** A client of a server of this machine. */
export function openClient(endpoint: string, project = PLACE.project): BigQueryClient {
  return BigQueryClient.anonymous({ project, endpoint });
}

/** An engine on a server of this machine, closed when the running test ends. */
export function openEngine(
  endpoint: string,
  options: Partial<BigQueryEngineOptions> = {},
): BigQueryEngine {
  const engine = new BigQueryEngine({ client: openClient(endpoint), tables: TABLES, ...options });
  onTestFinished(() => engine.close());
  return engine;
}

import { onTestFinished } from 'vitest';
import { readTables } from '../../../src/endpoint/tables.ts';
import {
  BigQueryEngine,
  type BigQueryEngineOptions,
} from '../../../src/engines/bigquery/bigquery-engine.ts';
import { ANONYMOUS } from '../../../src/engines/bigquery/client/credentials.ts';
import { fullTableNames } from '../../../src/engines/bigquery/table-ids.ts';

/** Where the test server has its tables. */
export const PLACE = { project: 'fieldstone-test', dataset: 'logs', ids: {} };

/** An engine on a server of this machine, closed when the running test ends. */
export function openEngine(
  endpoint: string,
  options: Partial<BigQueryEngineOptions> = {},
): BigQueryEngine {
  const engine = new BigQueryEngine({
    endpoint,
    project: PLACE.project,
    tables: fullTableNames(readTables().keys(), PLACE),
    credentials: ANONYMOUS,
    ...options,
  });
  onTestFinished(() => engine.close());
  return engine;
}

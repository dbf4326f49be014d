import { join } from 'node:path';
import { inferTable } from '../../src/engines/duckdb/infer-table.ts';
import { tableFilesOf } from '../../src/engines/opening/open-engine.ts';
import { loadProject } from '../../src/project/load-project.ts';
import { BigQueryServer } from '../support/bigquery/server.ts';
import { ROOT } from './tools.ts';

/** A BigQuery whose dataset `my-project.shop` has the tables of the example of a shop. */
export async function openWarehouse(dataDir: string): Promise<BigQueryServer> {
  const project = await loadProject(join(ROOT, 'examples/shop'), { inferFields: inferTable });
  return BigQueryServer.open({
    store: tableFilesOf(project, dataDir),
    tables: project.tables,
    project: 'my-project',
    dataset: 'shop',
    location: 'EU',
  });
}

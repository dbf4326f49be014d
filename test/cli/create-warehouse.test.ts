import { expect, test } from 'vitest';
import { runCreate } from '../../src/cli/create-warehouse.ts';
import { readTableSchemas } from '../../src/endpoint/tables.ts';
import { ANONYMOUS } from '../../src/engines/bigquery/client/credentials.ts';
import { RestClient } from '../../src/engines/bigquery/client/rest-client.ts';
import { fullTableNames } from '../../src/engines/bigquery/table-ids.ts';
import { openBigQueryServer } from '../support/bigquery/open-server.ts';
import type { BigQueryServer } from '../support/bigquery/server.ts';

const schemas = readTableSchemas();

async function create(server: BigQueryServer) {
  const lines: string[] = [];
  const place = { project: 'fieldstone-test', dataset: 'fresh', ids: {} };
  const code = await runCreate({
    warehouse: {
      client: new RestClient({ ...place, endpoint: server.url, credentials: ANONYMOUS }),
      tables: fullTableNames(schemas.keys(), place),
      location: undefined,
    },
    schemas,
    print: (line) => lines.push(line),
  });
  return { code, lines };
}

async function freshServer(): Promise<BigQueryServer> {
  const server = await openBigQueryServer({ dataset: null });
  server.catalog.addDataset({ datasetReference: { datasetId: 'fresh' } });
  return server;
}

test('warehouse:create makes every log table: by day, with a required filter, clustered by tenant', async () => {
  const server = await freshServer();

  const { code, lines } = await create(server);

  expect(code).toBe(0);
  expect(lines).toHaveLength(schemas.size);
  expect(lines[0]).toBe('fieldstone-test.fresh.cloudflare_logs_prod: created');
  expect(server.catalog.table('fresh', 'cloudflare_logs_prod')).toMatchObject({
    timePartitioning: { type: 'DAY', field: 'timestamp' },
    requirePartitionFilter: true,
    clustering: { fields: ['project'] },
    schema: { fields: schemas.get('cloudflare.logs.prod') },
  });
  expect(server.catalog.table('fresh', 'deno-relay-logs')).not.toHaveProperty('clustering');
});

test('warehouse:create leaves tables alone that are as they should be', async () => {
  const server = await freshServer();
  await create(server);

  const { code, lines } = await create(server);

  expect(code).toBe(0);
  expect(lines.every((line) => line.endsWith(': exists'))).toBe(true);
});

test('warehouse:create names what is wrong with a table that exists, and makes the others', async () => {
  const server = await freshServer();
  server.catalog.addTable('fresh', {
    tableReference: { tableId: 'postgres_logs' },
    schema: { fields: [{ name: 'timestamp', type: 'TIMESTAMP', mode: 'REQUIRED' }] },
    timePartitioning: { type: 'DAY', field: 'timestamp' },
    requirePartitionFilter: false,
  });

  const { code, lines } = await create(server);

  expect(code).toBe(1);
  expect(lines.filter((line) => !line.endsWith(': created'))).toEqual([
    'fieldstone-test.fresh.postgres_logs: Table "postgres.logs" exists, but has no column "id"',
  ]);
});

test('warehouse:create says why no table can be made', async () => {
  const server = await openBigQueryServer({ dataset: null });

  const { code, lines } = await create(server);

  expect(code).toBe(1);
  expect(lines[0]).toContain('Not found: Dataset');
});

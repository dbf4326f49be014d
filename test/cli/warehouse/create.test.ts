import { expect, test } from 'vitest';
import {
  printBq,
  printTerraform,
  runCreate,
  tableMetadata,
} from '../../../src/cli/warehouse/create.ts';
import { BigQueryClient } from '../../../src/engines/bigquery/client/client.ts';
import { placeTables } from '../../../src/engines/bigquery/table-places.ts';
import { pseudoColumns } from '../../../src/googlesql/pseudo-columns.ts';
import { openBigQueryServer } from '../../support/bigquery/open-server.ts';
import type { BigQueryServer } from '../../support/bigquery/server.ts';
import { PROJECT } from '../../support/project.ts';

const schemas = PROJECT.tables;

const tables = placeTables(schemas, { project: 'fieldstone-test', dataset: 'fresh', tables: {} });

async function create(server: BigQueryServer, created = tables) {
  const lines: string[] = [];
  const client = BigQueryClient.anonymous({ project: 'fieldstone-test', endpoint: server.url });
  const code = await runCreate({ client, tables: created, print: (line) => lines.push(line) });
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
  expect(lines).toContain('fieldstone-test.fresh.cloudflare_logs_prod: created');
  expect(lines.filter((line) => !line.endsWith(': created'))).toEqual([]);
  expect(server.catalog.table('fresh', 'cloudflare_logs_prod')).toMatchObject({
    timePartitioning: { type: 'DAY', field: 'timestamp' },
    requirePartitionFilter: true,
    clustering: { fields: ['project', 'timestamp'] },
    schema: { fields: schemas.get('cloudflare.logs.prod')?.fields },
  });
  expect(server.catalog.table('fresh', 'deno-relay-logs')).toMatchObject({
    clustering: { fields: ['timestamp'] },
  });
});

test('warehouse:create partitions by the time of arrival where a table says so', () => {
  const table = {
    fields: [{ name: 'id', type: 'INT64' }],
    isOptional: false,
    requirePartitionFilter: true,
    pseudo: pseudoColumns({ wildcard: false, ingestionTime: true }),
    place: { project: 'p', dataset: 'd', table: 'visits' },
  };

  expect(tableMetadata(table)).toEqual({
    schema: { fields: table.fields },
    timePartitioning: { type: 'DAY' },
    requirePartitionFilter: true,
  });
  expect(printBq([table])).toContain(
    '--time_partitioning_type=DAY --require_partition_filter=true \\\n',
  );
  expect(printTerraform([table])).toContain('{\n    type  = "DAY"\n  }');
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
    expect.stringMatching(
      /postgres_logs: exists; .*has no column "id": it reads as NULL; .*not clustered by "project"/,
    ),
  ]);
});

test('warehouse:create says why no table can be made', async () => {
  const server = await openBigQueryServer({ dataset: null });

  const { code, lines } = await create(server);

  expect(code).toBe(1);
  expect(lines[0]).toContain('Not found: Dataset');
});

test('warehouse:create --print says the same as Terraform and as bq', () => {
  const list = [...tables.values()];
  const [terraform, bq] = [printTerraform(list), printBq(list)];

  for (const text of [terraform, bq]) {
    expect(text).toContain('cloudflare_logs_prod');
    expect(text).toMatch(/require_partition_filter\s*=\s*true/);
    expect(text.match(/"name": "event_message"/g)).toHaveLength(schemas.size);
  }
  expect(terraform).toContain('clustering               = ["project","timestamp"]');
  expect(bq).toContain('--clustering_fields=project,timestamp');
  expect(bq).toContain("'fieldstone-test:fresh.postgres_logs'");
});

test('no form of warehouse:create makes a table for a wildcard', async () => {
  const named = { 'postgres.logs': 'others.theirs.postgres_*' };
  const some = placeTables(schemas, {
    project: 'fieldstone-test',
    dataset: 'fresh',
    tables: named,
  });
  const note =
    'others.theirs.postgres_* is a wildcard, whose tables are created by what writes them';

  const { code, lines } = await create(await freshServer(), some);

  expect(code).toBe(0);
  expect(lines).toContain(note.replace('* ', '*: '));
  for (const text of [printTerraform([...some.values()]), printBq([...some.values()])]) {
    expect(text).toContain(`\n# ${note}\n`);
    expect(text.match(/postgres_\*/g)).toHaveLength(1);
  }
});

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { prepareEndpoints } from '../../src/catalog/prepare.ts';
import { printStatement } from '../../src/engines/bigquery/statements/print-statement.ts';
import { placeTables } from '../../src/engines/bigquery/table-places.ts';
import { tableSource } from '../../src/engines/bigquery/warehouse/table-source.ts';
import { DuckDbEngine } from '../../src/engines/duckdb/duckdb-engine.ts';
import { tableFilesOf } from '../../src/engines/opening/open-engine.ts';
import { loadProject } from '../../src/project/load-project.ts';
import { sharedProcesses } from '../support/engine-processes.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { PLACE } from './bigquery/open-engine.ts';

/** The endpoint of a project with a table that BigQuery partitions by the time of arrival. */
async function prepareVisits(sql: string) {
  const folder = temporaryFolder();
  for (const name of ['tables', 'endpoints']) mkdirSync(join(folder, name));
  const visits = { ingestionTime: true, requirePartitionFilter: true, tenant: 'shop' };
  writeFileSync(
    join(folder, 'fieldstone.json'),
    JSON.stringify({ tenant: 'shop', tables: { visits } }),
  );
  const fields = [
    { name: 'id', type: 'INT64' },
    { name: 'shop', type: 'STRING' },
  ];
  writeFileSync(join(folder, 'tables/visits.json'), JSON.stringify(fields));
  writeFileSync(join(folder, 'endpoints/visits.sql'), sql);
  const project = await loadProject(folder);
  const [endpoint] = prepareEndpoints(project);
  if (!endpoint) throw new Error('There is no endpoint');
  return { endpoint, folder, project };
}

const DAY = 'SELECT id FROM visits WHERE _PARTITIONDATE BETWEEN @since AND @till';

test.each([
  [DAY, '_PARTITIONDATE', '_PARTITIONDATE BETWEEN @since AND @till'],
  [
    'SELECT *, v._PARTITIONTIME AS arrived FROM visits AS v WHERE v._partitiontime >= @a AND v._partitiontime < @b AND id > 0',
    '_PARTITIONTIME',
    '_partitiontime >= @a AND _partitiontime < @b',
  ],
])('for BigQuery %s bounds the scan itself', async (sql, column, condition) => {
  const { endpoint, project } = await prepareVisits(sql);
  const sources = new Map(
    [...placeTables(project.tables, PLACE)].map(([name, table]) => [name, tableSource(table)]),
  );
  const inside = `(SELECT id, shop, ${column} FROM \`fieldstone-test.logs.visits\` WHERE ${condition})`;

  expect(printStatement(endpoint.open.statement, sources, 9).sql).toContain(inside);
});

test('behind the barrier the bounds stay with the scan', async () => {
  const { endpoint, project } = await prepareVisits(DAY);
  const sources = new Map(
    [...placeTables(project.tables, PLACE)].map(([name, table]) => [name, tableSource(table)]),
  );

  expect(printStatement(endpoint.pinned.statement, sources, 9).sql).toContain(
    '(SELECT id, shop, _PARTITIONDATE FROM `fieldstone-test.logs.visits` WHERE _PARTITIONDATE BETWEEN @since AND @till) AS visits WHERE _PARTITIONDATE BETWEEN @since AND @till AND visits.shop = @own_tenant',
  );
});

test.each([
  'SELECT id FROM visits',
  'SELECT id FROM visits WHERE _PARTITIONDATE >= @since',
  'SELECT id FROM visits WHERE DATE(_PARTITIONTIME) BETWEEN @since AND @till',
])('%s does not bound the time of arrival', async (sql) => {
  await expect(prepareVisits(sql)).rejects.toThrow(
    'does not compare the bare _PARTITIONTIME or _PARTITIONDATE with a parameter',
  );
});

test('the embedded engine refuses the time of arrival by name', async () => {
  const { endpoint, folder, project } = await prepareVisits(DAY);
  const files = tableFilesOf(project, join(folder, '.data'));
  const engine = new DuckDbEngine({ files, processes: sharedProcesses() });
  onTestFinished(() => engine.close());
  const parameters = new Map(
    [...endpoint.declared].map(([name, type]) => [name, { type, value: '2026-07-01' }]),
  );
  const query = {
    statement: endpoint.open.statement,
    parameters,
    maxRows: 9,
    isCallersSql: false,
    purpose: { endpoint: 'visits', keyId: 'key', via: 'rest' } as const,
  };

  await expect(engine.run(query, { signal: new AbortController().signal })).rejects.toMatchObject({
    code: 'ENGINE_FAILED',
    message: 'The embedded engine has no _PARTITIONDATE: only BigQuery knows when rows arrived',
  });
});

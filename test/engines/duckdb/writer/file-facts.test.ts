import { expect, test } from 'vitest';
import { ParquetStore } from '../../../../src/engines/duckdb/store/parquet-store.ts';
import { rowFacts } from '../../../../src/engines/duckdb/writer/file-facts.ts';
import { parseTable } from '../../../../src/googlesql/index.ts';
import { openWriter } from '../../../support/store/open-writer.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const FIELDS = [
  { name: 'timestamp', type: 'TIMESTAMP', mode: 'REQUIRED' },
  { name: 'project', type: 'STRING' },
  { name: 'meta', type: 'RECORD', mode: 'REPEATED', fields: [{ name: 'project', type: 'STRING' }] },
];

/** The counted tenants of rows that have these, in the column itself and in a record. */
async function countedTenants(tenants: readonly (string | null)[], path: readonly string[]) {
  const writer = await openWriter(new ParquetStore(temporaryFolder()));
  const values = tenants.map((tenant) => (tenant === null ? 'NULL' : `'${tenant}'`));
  const relation = `(SELECT TIMESTAMPTZ '2026-07-01 00:00:00+00' AS "timestamp", project, [{project: project}] AS meta
    FROM (SELECT unnest([${values.join()}]::VARCHAR[]) AS project))`;
  const table = parseTable('app.tenants', FIELDS, { tenant: path, time: 'timestamp' });
  const facts = await writer.use((connection) => rowFacts(connection, table, relation));
  return facts?.tenantRows;
}

const tenantsOf = (count: number) => Array.from({ length: count }, (_, i) => `t${i}`);

test('rowFacts counts the rows of each tenant, and none that have no tenant', async () => {
  expect(await countedTenants(['a', 'b', null, 'a'], ['project'])).toEqual({ a: 2, b: 1 });
});

test('rowFacts counts up to a hundred tenants, and none of more', async () => {
  expect(Object.keys((await countedTenants(tenantsOf(100), ['project'])) ?? {})).toHaveLength(100);
  expect(await countedTenants(tenantsOf(101), ['project'])).toBeUndefined();
});

test('rowFacts counts no tenants that are inside a record', async () => {
  expect(await countedTenants(['a'], ['meta', 'project'])).toBeUndefined();
});

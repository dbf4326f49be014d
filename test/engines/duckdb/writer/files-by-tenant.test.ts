import { expect, test } from 'vitest';
import { ParquetStore } from '../../../../src/engines/duckdb/store/parquet-store.ts';
import { writeFilesByTenant } from '../../../../src/engines/duckdb/writer/files-by-tenant.ts';
import { quoteText } from '../../../../src/googlesql/index.ts';
import { EVENTS } from '../../../support/store/event-rows.ts';
import { openWriter } from '../../../support/store/open-writer.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

/** The rows and the tenants of each file that is written. */
async function filesOf(rowsOf: readonly (readonly [tenant: string | undefined, rows: number])[]) {
  const writer = await openWriter(new ParquetStore(temporaryFolder()));
  const parts = rowsOf.map(([tenant, rows]) => {
    const project = tenant === undefined ? 'NULL' : quoteText(tenant);
    return `SELECT TIMESTAMPTZ '2026-07-01 00:00:00+00' AS timestamp, r AS id, ${project} AS project,
      CAST([] AS STRUCT(level VARCHAR, size BIGINT)[]) AS meta FROM range(${rows}) AS t(r)`;
  });
  const written = await writeFilesByTenant(writer, {
    table: EVENTS,
    day: '2026-07-01',
    relation: `(${parts.join(' UNION ALL ')})`,
    importOf: 'NULL',
    imports: [],
  });
  return written.map(({ rows, tenants }) => [rows, tenants]);
}

test('writeFilesByTenant writes one file of few rows, whoever has them', async () => {
  expect(
    await filesOf([
      ['a', 20_000],
      ['b', 10_000],
      [undefined, 720],
    ]),
  ).toEqual([[30_720, ['a', 'b']]]);
  expect(await filesOf([['a', 0]])).toEqual([]);
});

test('writeFilesByTenant writes many rows as files of one tenant, or of several with few rows', async () => {
  const tenants = [
    ['a', 100],
    ['b', 40_000],
    ["c'", 20_000],
    ['d\0', 10_000],
    ['e', 5_000],
  ] as const;

  expect(await filesOf([...tenants, [undefined, 3]])).toEqual([
    [100, ['a', 'a']],
    [40_000, ['b', 'b']],
    [30_000, ["c'", 'd\0']],
    [5_000, ['e', 'e']],
    [3, undefined],
  ]);
});

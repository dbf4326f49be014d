import { expect, test } from 'vitest';
import { filesToCompact } from '../../../../src/engines/duckdb/maintenance/files-to-compact.ts';
import type { Manifest } from '../../../../src/engines/duckdb/store/manifest.ts';
import { ParquetStore } from '../../../../src/engines/duckdb/store/parquet-store.ts';
import { compactAll, EVENTS, eventRows, importInto } from '../../../support/store/event-rows.ts';
import { openWriter } from '../../../support/store/open-writer.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

test('compaction of small files with many rows gives files of one tenant, which are left alone', async () => {
  const store = new ParquetStore(temporaryFolder());
  const writer = await openWriter(store);
  const relation = `(SELECT r AS id, TIMESTAMPTZ '2026-07-01 00:00:00+00' AS timestamp, 'p' || r % 5 AS project,
    CAST([] AS STRUCT(level VARCHAR, size BIGINT)[]) AS meta FROM range(10_000) AS t(r))`;
  const rows = { table: EVENTS, day: '2026-07-01', relation, importOf: 'NULL', imports: [] };
  for (let i = 0; i < 10; i += 1) {
    const file = await writer.write(rows);
    await writer.commit(EVENTS, file ? [file] : []);
  }

  await compactAll(writer);

  const { files } = store.manifest(EVENTS.name);
  expect(files.map(({ tenantRows }) => tenantRows)).toEqual(
    ['p0', 'p1', 'p2', 'p3', 'p4'].map((tenant) => ({ [tenant]: 20_000 })),
  );
  expect(filesToCompact(store.manifest(EVENTS.name))).toEqual([]);
});

test('compaction refuses to replace files by others with fewer rows', async () => {
  const store = new ParquetStore(temporaryFolder());
  const writer = await openWriter(store);
  for (let i = 0; i < 10; i += 1) await importInto(store, eventRows(i * 3, 3, 1));
  const more = (manifest: Manifest) => ({
    ...manifest,
    files: manifest.files.map((file) => ({ ...file, rows: file.rows + 1 })),
  });
  await writer.commit(EVENTS, [], more);
  const before = store.manifest(EVENTS.name);

  await expect(compactAll(writer)).rejects.toThrow('30 rows were written instead of 40');

  expect(store.manifest(EVENTS.name)).toEqual(before);
});

import { expect, test } from 'vitest';
import { RunPacker } from '../../../../src/engines/duckdb/staging/packed-run.ts';
import { StagedRows } from '../../../../src/engines/duckdb/staging/staged-rows.ts';
import { ParquetStore } from '../../../../src/engines/duckdb/store/parquet-store.ts';
import { EVENTS, eventRows } from '../../../support/store/event-rows.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

test('StagedRows publishes all rows or none', async () => {
  const store = new ParquetStore(temporaryFolder());
  const staged = await StagedRows.open(store, EVENTS);
  const packer = new RunPacker();
  for (const row of eventRows(0, 10, 1)) {
    packer.add({ micros: 1_782_864_000_000_000, json: JSON.stringify(row) });
  }
  // DuckDB passes over a line that is blank.
  packer.add({ micros: 1_782_864_000_000_000, json: '' });
  await staged.add(packer.end());

  const published = staged.publish(0n, { name: '-', sha256: '', badLines: 0 });

  await expect(published).rejects.toThrow('10 rows were written instead of 11');
  await staged.discard();
  expect(store.manifest(EVENTS.name).files).toEqual([]);
});

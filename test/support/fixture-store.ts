import { Readable } from 'node:stream';
import type { ParquetStore } from '../../src/engines/duckdb/store/parquet-store.ts';
import { fixtureLines } from '../googlesql/fixtures.ts';
import { fillStore } from './fill-store.ts';
import { copiedStore } from './filled-store.ts';
import { PROJECT } from './project.ts';

/** A store with the fixture rows of all tables, for the length of the running test. */
export function fixtureStore(): Promise<ParquetStore> {
  const tables = PROJECT.tables;
  return copiedStore('fixtures', async (store) => {
    for (const name of tables.keys()) {
      const lines = fixtureLines(name);
      if (lines.length === 0) continue;
      await fillStore(store, tables, name, Readable.from([Buffer.from(lines.join('\n'))]));
    }
  });
}

import { createReadStream } from 'node:fs';
import { readTables } from '../../src/endpoint/tables.ts';
import type { ParquetStore } from '../../src/engines/duckdb/store/parquet-store.ts';
import { fillStore } from './fill-store.ts';
import { copiedStore } from './filled-store.ts';

const FIXTURES = new URL('../googlesql/fixtures/', import.meta.url);

/** A store with the fixture rows of all tables, for the length of the running test. */
export function fixtureStore(): Promise<ParquetStore> {
  const tables = readTables();
  return copiedStore('fixtures', async (store) => {
    for (const name of tables.keys()) {
      await fillStore(store, tables, name, createReadStream(new URL(`${name}.ndjson`, FIXTURES)));
    }
  });
}

import { createReadStream } from 'node:fs';
import { ParquetStore } from '../../src/engines/duckdb/parquet-store.ts';
import { readTables } from '../../src/tables.ts';
import { fillStore } from './fill-store.ts';
import { temporaryFolder } from './temporary-folder.ts';

const FIXTURES = new URL('../googlesql/fixtures/', import.meta.url);

/** A store with the fixture rows of all tables, for the length of the running test. */
export async function fixtureStore(): Promise<ParquetStore> {
  const tables = readTables();
  const store = new ParquetStore(temporaryFolder());
  for (const name of tables.keys()) {
    await fillStore(store, tables, name, createReadStream(new URL(`${name}.ndjson`, FIXTURES)));
  }
  return store;
}

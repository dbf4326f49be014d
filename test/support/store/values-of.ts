import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { logicalSource } from '../../../src/engines/duckdb/queries/table-source.ts';
import type { ParquetStore } from '../../../src/engines/duckdb/store/parquet-store.ts';
import type { Table } from '../../../src/googlesql/index.ts';
import { EVENTS } from './event-rows.ts';

let shared: Promise<DuckDBConnection> | undefined;

/** A connection of this worker, to read files with. */
export function readingConnection(): Promise<DuckDBConnection> {
  shared ??= DuckDBInstance.create(':memory:').then(async (instance) => {
    const connection = await instance.connect();
    await connection.run("SET TimeZone = 'UTC'");
    return connection;
  });
  return shared;
}

/** A column of the rows that the store has of a table, in the column's order; times are UTC. */
export async function valuesOf(
  store: ParquetStore,
  table: Table = EVENTS,
  column = 'id',
): Promise<readonly unknown[]> {
  const connection = await readingConnection();
  const rows = logicalSource(table, store.files(table));
  const reader = await connection.runAndReadAll(`SELECT ${column} FROM ${rows} ORDER BY 1`);
  return reader.getRowsJson().map(([value]) => value);
}

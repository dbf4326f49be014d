import { onTestFinished } from 'vitest';
import type { ParquetStore } from '../../../src/engines/duckdb/store/parquet-store.ts';
import { ParquetWriter } from '../../../src/engines/duckdb/writer/parquet-writer.ts';

/** A writer that ends with the test. */
export async function openWriter(store: ParquetStore): Promise<ParquetWriter> {
  const writer = await ParquetWriter.open(store, { memory: '256MB', threads: 1 });
  onTestFinished(() => writer.close());
  return writer;
}

import type { DuckDBConnection } from '@duckdb/node-api';
import { onTestFinished } from 'vitest';
import { dataFile } from '../../src/engines/duckdb/files/data-file.ts';
import { describeFiles } from '../../src/engines/duckdb/files/describe-files.ts';
import { openLockedInstance } from '../../src/engines/duckdb/queries/locked-instance.ts';
import type { TableFiles } from '../../src/engines/duckdb/tables/table-files.ts';
import { type PrintQuery, printerOver } from './printer-over.ts';

/** The parts of an engine over some files, with DuckDB in this process. */
export interface EngineOver {
  readonly connection: DuckDBConnection;
  readonly print: PrintQuery;
}

/** Opens the parts of an engine for the length of the running test. */
export async function engineOver(files: TableFiles, threads = 2): Promise<EngineOver> {
  const instance = await openLockedInstance([files.dataDir], { memory: '200MB', threads });
  onTestFinished(() => instance.closeSync());
  const connection = await instance.connect();
  const print = printerOver(files, (paths) => describeFiles(connection, paths.map(dataFile)));
  return { connection, print };
}

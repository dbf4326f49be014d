import type { DuckDBConnection } from '@duckdb/node-api';
import { onTestFinished } from 'vitest';
import { dataFile } from '../../src/engines/duckdb/files/data-file.ts';
import { describeFiles } from '../../src/engines/duckdb/files/describe-files.ts';
import type { ProcessStatement } from '../../src/engines/duckdb/process/messages.ts';
import { openLockedInstance } from '../../src/engines/duckdb/queries/locked-instance.ts';
import { StatementPrinter } from '../../src/engines/duckdb/queries/statement-printer.ts';
import type { ScanSources } from '../../src/engines/duckdb/tables/scan-sources.ts';
import type { TableFiles } from '../../src/engines/duckdb/tables/table-files.ts';
import { TableReader } from '../../src/engines/duckdb/tables/table-reader.ts';
import type { EngineQuery } from '../../src/engines/engine.ts';

/** A query as it is printed, and what it reads. */
export interface PrintedQuery {
  readonly statement: ProcessStatement;
  readonly sources: ScanSources;
  /** The paths of the files that it reads. */
  readonly files: readonly string[];
}

/** The parts of an engine over some files, with DuckDB in this process. */
export interface EngineOver {
  readonly connection: DuckDBConnection;
  print(query: EngineQuery): Promise<PrintedQuery>;
}

/** Opens the parts of an engine for the length of the running test. */
export async function engineOver(files: TableFiles, threads = 2): Promise<EngineOver> {
  const instance = await openLockedInstance([files.dataDir], { memory: '200MB', threads });
  onTestFinished(() => instance.closeSync());
  const connection = await instance.connect();
  const reader = new TableReader({
    files,
    demo: new Map(),
    clock: () => 0n,
    describe: (paths) => describeFiles(connection, paths.map(dataFile)),
    locate: async () => undefined,
  });
  const printer = new StatementPrinter();
  return {
    connection,
    print: async (query) => {
      const listings = reader.list(printer.tablesOf(query.statement));
      const predicates = printer.predicatesOf(query.statement);
      const sources = await reader.read(listings, predicates, query);
      const paths = [...sources.values()].flatMap((source) => source.files.map(({ path }) => path));
      return { sources, files: [...new Set(paths)], statement: printer.print(query, sources, 0) };
    },
  };
}

/** Prints queries over files, without what only tests in vitest have: benches use it too. */
import type { ProcessStatement } from '../../src/engines/duckdb/process/messages.ts';
import { StatementPrinter } from '../../src/engines/duckdb/queries/statement-printer.ts';
import type { ScanSources } from '../../src/engines/duckdb/tables/scan-sources.ts';
import type { TableFiles } from '../../src/engines/duckdb/tables/table-files.ts';
import { type DescribeFiles, TableReader } from '../../src/engines/duckdb/tables/table-reader.ts';
import type { EngineQuery } from '../../src/engines/engine.ts';
import { compiledQuery } from './compiled.ts';

/** A query as it is printed, and what it reads. */
export interface PrintedQuery {
  readonly statement: ProcessStatement;
  readonly sources: ScanSources;
  /** The paths of the files that it reads. */
  readonly files: readonly string[];
}

/** Prints a query over the files that it reads at that moment. */
export type PrintQuery = (query: EngineQuery, deadline?: number) => Promise<PrintedQuery>;

/** Prints queries over files as the engine does, without demo rows. */
export function printerOver(files: TableFiles, describe: DescribeFiles): PrintQuery {
  const reader = new TableReader({
    files,
    demo: new Map(),
    clock: () => 0n,
    describe,
    filled: async (files) => files.map(() => []),
    locate: async () => undefined,
  });
  const printer = new StatementPrinter();
  return async (query, deadline = 0) => {
    const run = compiledQuery(query);
    const listings = reader.list(printer.tablesOf(run.statement));
    const predicates = printer.predicatesOf(run.statement);
    const sources = await reader.read(listings, predicates, query);
    const paths = [...sources.values()].flatMap((source) => source.files.map(({ path }) => path));
    const statement = printer.print(run, sources, deadline);
    return { sources, files: [...new Set(paths)], statement };
  };
}

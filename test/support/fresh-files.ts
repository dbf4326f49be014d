import { TableFiles } from '../../src/engines/duckdb/tables/table-files.ts';

/** The files of tables below a data folder, listed anew whenever they are read. */
export function freshFiles(dataDir: string): TableFiles {
  let now = 0;
  return new TableFiles({
    dataDir,
    now: () => {
      now += 1_000;
      return now;
    },
  });
}

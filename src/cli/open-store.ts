import { isFolder } from '../engines/duckdb/store/data-folder.ts';
import { ParquetStore } from '../engines/duckdb/store/parquet-store.ts';
import { CommandError } from './command-error.ts';

/** The embedded engine's data for a command that adds none, which must be there. */
export async function openStore(folder: string): Promise<ParquetStore> {
  const store = new ParquetStore(folder);
  if (await isFolder(store.directory)) return store;
  throw new CommandError(
    1,
    `There is no data folder "${store.directory}"; is DATA_DIR right? The first start or import makes it`,
  );
}

import { copyStore } from '../../engines/duckdb/admin/copy-store.ts';
import { openStore } from '../open-store.ts';

/** Runs `data copy`. */
export async function copyData(folder: string, target: string): Promise<void> {
  const { tables, files, bytes } = await copyStore(await openStore(folder), target);
  const size = `${Math.ceil(bytes / 1e6)} MB`;
  process.stdout.write(`Copied ${tables} tables: ${files} files, ${size}\n`);
}

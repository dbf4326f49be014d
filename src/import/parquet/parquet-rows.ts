import type { CheckedRows, ImportOptions } from '../import-options.ts';
import type { Tally } from '../tally.ts';

/** Checks the rows of a Parquet file. */
export async function parquetRows(
  _path: string,
  _folder: string,
  _options: ImportOptions,
  _tally: Tally,
): Promise<CheckedRows> {
  throw new Error('later');
}

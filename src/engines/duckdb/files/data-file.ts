import type { DataFile } from './file-description.ts';
import { formatOf } from './file-format.ts';

/** A file and its format; throws an `Error` if its name does not tell it. */
export function dataFile(path: string): DataFile {
  return { path, format: formatOf(path) };
}

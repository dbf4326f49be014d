import { messageOf } from '../../../errors.ts';
import type { DataFile } from './file-description.ts';
import { formatOf } from './file-format.ts';

/** A file and its format; throws an `Error` that has the path if its name does not tell the format. */
export function dataFile(path: string): DataFile {
  try {
    return { path, format: formatOf(path) };
  } catch (cause) {
    throw new Error(`Cannot read "${path}": ${messageOf(cause)}`, { cause });
  }
}

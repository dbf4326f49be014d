import type { TableFile } from './list-files.ts';
import type { TimeBounds } from './time-range.ts';

/** The files that may have rows within some bounds, as far as their names say their times. */
export function filesWithin(
  files: readonly TableFile[],
  { lower, upper }: TimeBounds,
): readonly TableFile[] {
  return files.filter(({ newest, oldest }) => {
    if (lower !== undefined && newest !== undefined && newest < BigInt(lower)) return false;
    return upper === undefined || oldest === undefined || oldest <= BigInt(upper);
  });
}

import type { TimeBounds } from '../queries/time-range.ts';
import type { ManifestFile } from './manifest.ts';

/** What a manifest says of the rows of a file. */
export type CountedFile = Pick<ManifestFile, 'oldest' | 'newest' | 'tenantRows'>;

/** The newest rows of a tenant within bounds. A file with rows at a bound is not counted: bounds may exclude them. */
export interface NewestSelection extends TimeBounds {
  readonly tenant: string | undefined;
  /** How many are wanted; undefined wants all. */
  readonly newest: bigint | undefined;
}

/**
 * The files, without those that have none of the wanted rows: if some files together have enough rows of the tenant, and
 * all of these are within the bounds, then rows older than the oldest of them are not wanted. Rows that are as old as
 * that one may be.
 */
export function newestFiles<File extends CountedFile>(
  files: readonly File[],
  selection: NewestSelection,
): readonly File[] {
  const { newest, tenant } = selection;
  if (newest === undefined || tenant === undefined) return files;
  let rows = 0n;
  for (const file of files.filter((one) => isWithin(one, selection)).sort(latestBeginning)) {
    rows += BigInt(rowsOf(file, tenant));
    if (rows < newest) continue;
    const oldest = BigInt(file.oldest);
    return files.filter((other) => BigInt(other.newest) >= oldest);
  }
  return files;
}

/** A lower bound for the number of the tenant's rows in the file. */
function rowsOf({ tenantRows = {} }: CountedFile, tenant: string): number {
  return Object.hasOwn(tenantRows, tenant) ? (tenantRows[tenant] ?? 0) : 0;
}

function isWithin({ oldest, newest }: CountedFile, { lower, upper }: TimeBounds): boolean {
  const isAfter = lower === undefined || BigInt(oldest) > BigInt(lower);
  return isAfter && (upper === undefined || BigInt(newest) < BigInt(upper));
}

function latestBeginning(one: CountedFile, other: CountedFile): number {
  return Number(BigInt(other.oldest) - BigInt(one.oldest));
}

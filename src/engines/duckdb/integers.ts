import {
  DuckDBBigIntVector,
  DuckDBTimestampTZVector,
  type DuckDBValue,
  type DuckDBVector,
} from '@duckdb/node-api';

/** Reads the item at an index, which must not be NULL, as its canonical value. */
export type ReadInteger = (index: number) => number | bigint;

/** What both vector classes have, but their types hide. */
interface WithItems {
  readonly items: BigInt64Array;
}

const CLASSES = { INT64: DuckDBBigIntVector, TIMESTAMP: DuckDBTimestampTZVector };

const HALF = 2 ** 32;

/**
 * Reads integers, and timestamps as microseconds, from the halves that they are stored in: a bigint for each of them
 * would take ten times as long. Undefined for a vector of another type. DuckDB runs on little-endian machines only.
 */
export function integersOf(
  vector: DuckDBVector<DuckDBValue>,
  kind: keyof typeof CLASSES,
): ReadInteger | undefined {
  if (!(vector instanceof CLASSES[kind])) return undefined;
  // The field is private in the type alone.
  const { items } = vector as unknown as WithItems;
  const low = new Uint32Array(items.buffer, items.byteOffset, items.length * 2);
  const high = new Int32Array(items.buffer, items.byteOffset, items.length * 2);
  return (index) => {
    const value = (high[2 * index + 1] ?? 0) * HALF + (low[2 * index] ?? 0);
    return Number.isSafeInteger(value) ? value : (items[index] ?? 0n);
  };
}

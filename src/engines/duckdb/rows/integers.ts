import { DuckDBBigIntVector, DuckDBTimestampTZVector } from '@duckdb/node-api';
import { type Vector, vectorOf } from './vector-class.ts';

/** What both vector classes have, but their types hide. */
interface WithItems {
  readonly items: BigInt64Array;
}

const CLASSES = { INT64: DuckDBBigIntVector, TIMESTAMP: DuckDBTimestampTZVector };

/**
 * Reads integers, and timestamps as microseconds, from the halves that they are stored in: a bigint for each of them
 * would take ten times as long. The item at the index must not be NULL. DuckDB runs on little-endian machines only.
 */
export function integersOf(
  vector: Vector,
  kind: keyof typeof CLASSES,
): (index: number) => number | bigint {
  // The field is private in the type alone.
  const { items } = vectorOf<Vector>(vector, CLASSES[kind], kind) as unknown as WithItems;
  const low = new Uint32Array(items.buffer, items.byteOffset, items.length * 2);
  const high = new Int32Array(items.buffer, items.byteOffset, items.length * 2);
  return (index) => {
    const value = joinHalves(high[2 * index + 1] ?? 0, low[2 * index] ?? 0);
    return Number.isSafeInteger(value) ? value : (items[index] ?? 0n);
  };
}

/** A number of 64 bits from its halves; not exact beyond 2^53. */
export function joinHalves(high: number, low: number): number {
  return high * 2 ** 32 + low;
}

import { DuckDBBigIntVector, DuckDBTimestampTZVector } from '@duckdb/node-api';
import { type Vector, vectorOf } from './vector-class.ts';

/** A field of both vector classes that is private in their types. */
interface WithItems {
  readonly items: BigInt64Array;
}

const CLASSES = { INT64: DuckDBBigIntVector, TIMESTAMP: DuckDBTimestampTZVector };

/**
 * Reads integers, and timestamps in microseconds, from their 32-bit halves: a bigint each would take ten times as long.
 * The item must not be NULL. DuckDB only runs on little-endian machines.
 */
export function integersOf(
  vector: Vector,
  kind: keyof typeof CLASSES,
): (index: number) => number | bigint {
  // Private only in the types.
  const { items } = vectorOf<Vector>(vector, CLASSES[kind], kind) as unknown as WithItems;
  const low = new Uint32Array(items.buffer, items.byteOffset, items.length * 2);
  const high = new Int32Array(items.buffer, items.byteOffset, items.length * 2);
  return (index) => {
    const value = joinHalves(high[2 * index + 1] ?? 0, low[2 * index] ?? 0);
    return Number.isSafeInteger(value) ? value : (items[index] ?? 0n);
  };
}

/** A 64-bit integer from its halves; not exact beyond 2^53. */
export function joinHalves(high: number, low: number): number {
  return high * 2 ** 32 + low;
}

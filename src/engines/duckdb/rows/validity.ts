import type { DuckDBValue, DuckDBVector } from '@duckdb/node-api';

/** Whether the item at an index is not NULL. */
export type IsValid = (index: number) => boolean;

/** A field of every vector class that is private in the types. */
interface WithValidity {
  readonly validity: { readonly data: BigUint64Array | null; readonly offset: number };
}

/**
 * Reads a vector's validity bitmap, one bit per item.
 *
 * The vector's own test uses bigint and takes longer than reading the value; as most fields of a log row are NULL, it
 * was half of all decoding. The package's version is pinned, and the decoding tests cover NULLs.
 */
export function validityOf(vector: DuckDBVector<DuckDBValue>): IsValid {
  const { data, offset } = bitmapOf(vector);
  if (!data) return everyItem;
  const words = new Uint32Array(data.buffer, data.byteOffset, data.length * 2);
  return (index) => {
    const bit = offset + index;
    return (((words[bit >>> 5] ?? 0) >>> (bit & 31)) & 1) === 1;
  };
}

/** Whether a vector has no bitmap, and so no NULL. */
export function isWithoutNulls(vector: DuckDBVector<DuckDBValue>): boolean {
  return bitmapOf(vector).data === null;
}

function bitmapOf(vector: DuckDBVector<DuckDBValue>): WithValidity['validity'] {
  // Private only in the types.
  return (vector as unknown as WithValidity).validity;
}

function everyItem(): boolean {
  return true;
}

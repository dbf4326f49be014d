import type { DuckDBValue, DuckDBVector } from '@duckdb/node-api';

/** Says which items of a vector are not NULL. */
export type IsValid = (index: number) => boolean;

/** What every vector class has, but its types hide. */
interface WithValidity {
  readonly validity: { readonly data: BigUint64Array | null; readonly offset: number };
}

/**
 * The validity of a whole vector, a bit an item.
 *
 * The vector's own test computes with bigint and takes longer than reading the value: most fields of a log row are
 * NULL, so that test was half of all decoding. The package's version is fixed, and the tests of decoding see its NULLs.
 */
export function validityOf(vector: DuckDBVector<DuckDBValue>): IsValid {
  // The field is private in the type alone.
  const { data, offset } = (vector as unknown as WithValidity).validity;
  if (!data) return everyItem;
  const words = new Uint32Array(data.buffer, data.byteOffset, data.length * 2);
  return (index) => {
    const bit = offset + index;
    return (((words[bit >>> 5] ?? 0) >>> (bit & 31)) & 1) === 1;
  };
}

function everyItem(): boolean {
  return true;
}

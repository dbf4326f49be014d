import {
  DuckDBBlobVector,
  type DuckDBDataChunk,
  type DuckDBListVector,
  type DuckDBStructVector,
  type DuckDBVector,
} from '@duckdb/node-api';
import bindings, { type Vector } from '@duckdb/node-bindings';

/** A vector of any type: by its class, and by its handle. */
export interface Column<Class extends DuckDBVector = DuckDBVector> {
  readonly vector: Class;
  readonly handle: Vector;
}

export function columnAt(chunk: DuckDBDataChunk, index: number): Column {
  return {
    vector: chunk.getColumnVector(index),
    handle: bindings.data_chunk_get_vector(chunk.chunk, index),
  };
}

/** The elements of all lists, one after the other. */
export function elementsOf({ vector, handle }: Column<DuckDBListVector>): Column {
  return { vector: vector.childVector, handle: bindings.list_vector_get_child(handle) };
}

export function fieldAt({ vector, handle }: Column<DuckDBStructVector>, index: number): Column {
  return {
    vector: vector.entryVectorAt(index),
    handle: bindings.struct_vector_get_child(handle, index),
  };
}

/** Whether a column has an item that is not NULL; the vectors' own test uses bigint and takes ten times as long. */
export function validityOf({ vector, handle }: Column): (index: number) => boolean {
  const length = Math.ceil(vector.itemCount / 64) * 8;
  // Its type leaves out that a column without NULLs has no bitmap.
  const bits: Uint8Array | null = bindings.vector_get_validity(handle, length);
  return bits ? (index) => (((bits[index >> 3] ?? 0) >> (index & 7)) & 1) === 1 : () => true;
}

const NONE = Buffer.alloc(0);

/**
 * The bytes of a text or of BYTES, valid as long as the chunk is; none for NULL. The class for texts would drop a byte
 * order mark.
 */
export function bytesOf({ vector, handle }: Column): (index: number) => Buffer {
  const blobs = DuckDBBlobVector.fromRawVector(handle, vector.itemCount);
  return (index) => {
    const bytes = blobs.getItemBytes(index);
    return bytes ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) : NONE;
  };
}

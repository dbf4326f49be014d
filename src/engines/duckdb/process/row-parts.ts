import { deserialize, serialize } from 'node:v8';
import { type Row, valueBytes } from '#googlesql/runtime';

/** Maximum size of one message of rows, in bytes, so that receiving one does not block the gateway for long. */
export const MAX_PART_BYTES = 262_144;

/** Rows as V8's structured clone, or a part of it: a row larger than a message takes several. */
export interface RowPart {
  readonly bytes: Uint8Array;
  /** Whether the bytes up to here are complete rows. */
  readonly isLast: boolean;
}

/** Packs rows into parts of at most `MAX_PART_BYTES`. */
export function* rowParts(rows: readonly Row[]): Generator<RowPart, void> {
  for (const batch of batchesOf(rows)) {
    const bytes = serialize(batch);
    for (let at = 0; at < bytes.length; at += MAX_PART_BYTES) {
      const end = at + MAX_PART_BYTES;
      yield { bytes: bytes.subarray(at, end), isLast: end >= bytes.length };
    }
  }
}

/** Batches that fit in a part by the estimate of their memory, which is more than their serialized size. */
function* batchesOf(rows: readonly Row[]): Generator<readonly Row[], void> {
  let batch: Row[] = [];
  let bytes = 0;
  for (const row of rows) {
    const size = valueBytes(row);
    if (batch.length > 0 && bytes + size > MAX_PART_BYTES) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(row);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}

/** Collects the rows of one statement from its parts. */
export class RowCollector {
  readonly #rows: Row[] = [];
  #parts: Uint8Array[] = [];

  add({ bytes, isLast }: RowPart): void {
    this.#parts.push(bytes);
    if (!isLast) return;
    // Trusted, because our own process wrote it.
    const rows: readonly Row[] = deserialize(Buffer.concat(this.#parts));
    this.#parts = [];
    for (const row of rows) this.#rows.push(row);
  }

  /** All rows; throws an `Error` if they are not as many as were sent. */
  end(count: number): readonly Row[] {
    if (this.#rows.length === count) return this.#rows;
    throw new Error(`${this.#rows.length} of ${count} rows arrived`);
  }
}

import { DuckDBBlobVector, DuckDBVarCharVector } from '@duckdb/node-api';
import bindings from '@duckdb/node-bindings';
import { joinHalves } from './integers.ts';
import type { IsValid } from './validity.ts';
import { type Vector, vectorOf } from './vector-class.ts';

const CLASSES = { STRING: DuckDBVarCharVector, JSON: DuckDBVarCharVector, BYTES: DuckDBBlobVector };

/** The types stored as texts. */
export type TextKind = keyof typeof CLASSES;

/** A field of both vector classes that is private in their types. */
interface WithEntries {
  readonly dataView: DataView;
}

/**
 * DuckDB's `string_t`: a length in bytes, then up to 12 bytes of text, or its first four and a pointer to all of it.
 */
const ENTRY_BYTES = 16;
const INLINE_BYTES = 12;
const TEXT = 4;
const POINTER = 8;

function entriesOf(vector: Vector, kind: TextKind): DataView {
  // Private only in the types.
  return (vectorOf<Vector>(vector, CLASSES[kind], kind) as unknown as WithEntries).dataView;
}

/** Lengths in bytes of the texts of a vector; the item must not be NULL. */
export function textLengthsOf(vector: Vector, kind: TextKind): (index: number) => number {
  const entries = entriesOf(vector, kind);
  return (index) => entries.getUint32(index * ENTRY_BYTES, true);
}

/** Texts that are adjacent in memory. */
interface Run {
  /** Address of the first one. */
  readonly start: number;
  readonly bytes: Buffer;
}

/** Reads the texts of a vector, fastest in ascending order; the item must not be NULL. */
export function textsOf(
  vector: Vector,
  kind: TextKind,
  isValid: IsValid,
): (index: number) => string {
  return itemsOf(vector, kind, isValid, (bytes, start, end) => bytes.toString('utf8', start, end));
}

/** As `textsOf`, with the bytes themselves, which are valid as long as the vector is. */
export function bytesOf(
  vector: Vector,
  kind: TextKind,
  isValid: IsValid,
): (index: number) => Buffer {
  return itemsOf(vector, kind, isValid, (bytes, start, end) => bytes.subarray(start, end));
}

/**
 * Reads the items with `read`, from some bytes of which they are a part.
 *
 * Adjacent texts, as in a column, are fetched with a single call: a call each takes ten times as long, mostly for
 * garbage collection of its results.
 */
function itemsOf<Item>(
  vector: Vector,
  kind: TextKind,
  isValid: IsValid,
  read: (bytes: Buffer, start: number, end: number) => Item,
): (index: number) => Item {
  const entries = entriesOf(vector, kind);
  const inline = Buffer.from(entries.buffer, entries.byteOffset, entries.byteLength);
  let run: Run = { start: 0, bytes: Buffer.alloc(0) };
  return (index) => {
    const at = index * ENTRY_BYTES;
    const length = entries.getUint32(at, true);
    if (length <= INLINE_BYTES) return read(inline, at + TEXT, at + TEXT + length);
    const address = addressAt(entries, at);
    if (address < run.start || address + length > run.start + run.bytes.length) {
      run = runFrom(entries, index, isValid);
    }
    return read(run.bytes, address - run.start, address - run.start + length);
  };
}

function addressAt(entries: DataView, at: number): number {
  return joinHalves(
    entries.getUint32(at + POINTER + 4, true),
    entries.getUint32(at + POINTER, true),
  );
}

/** The run starting at an item. It includes only texts without gaps in between, so all of it is readable memory. */
function runFrom(entries: DataView, index: number, isValid: IsValid): Run {
  const first = index * ENTRY_BYTES;
  const start = addressAt(entries, first);
  let end = start + entries.getUint32(first, true);
  for (let at = first + ENTRY_BYTES; at < entries.byteLength; at += ENTRY_BYTES) {
    const length = entries.getUint32(at, true);
    if (!isValid(at / ENTRY_BYTES) || length <= INLINE_BYTES) continue;
    if (addressAt(entries, at) !== end) break;
    end += length;
  }
  const pointer = entries.byteOffset + first + POINTER;
  const data = bindings.get_data_from_pointer(entries.buffer as ArrayBuffer, pointer, end - start);
  return { start, bytes: Buffer.from(data.buffer, data.byteOffset, data.byteLength) };
}

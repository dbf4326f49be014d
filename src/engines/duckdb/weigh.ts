import { type DuckDBDataChunk, DuckDBListVector, DuckDBStructVector } from '@duckdb/node-api';
import type { Type } from '../../googlesql/types.ts';
import type { Turns } from '../../turns.ts';
import type { OutputColumn } from '../engine.ts';
import { ARRAY_BYTES, NUMBER_BYTES, SLOT_BYTES, textBytes } from '../row-bytes.ts';
import { type TextKind, textLengthsOf } from './texts.ts';
import { validityOf } from './validity.ts';
import { type Vector, vectorOf } from './vector-class.ts';

/**
 * The sizes of a chunk's rows once they are read, in bytes. Rows past those that are enough together are not weighed,
 * and the last of these not to its end; where nothing is enough, sizes do not count and are 0.
 */
export type WeighChunk = (
  chunk: DuckDBDataChunk,
  enough: number,
  turns: Turns,
) => Promise<Float64Array>;

/** The bytes that the item at an index takes; counting may end where they are enough. */
type SizeAt = (index: number) => number;

type Weigh = (vector: Vector, enough: number) => SizeAt;

/**
 * Weighs the rows of a statement before they are read, as `valueBytes` does afterwards: texts by their lengths in
 * UTF-8, and numbers, dates and the like by what the longest of them takes.
 */
export function compileWeigher(columns: readonly OutputColumn[]): WeighChunk {
  const weighers = columns.map(({ type }) => weigher(type));
  return async (chunk, enough, turns) => {
    if (enough === Number.POSITIVE_INFINITY) return new Float64Array(chunk.rowCount);
    const sizes = new Float64Array(chunk.rowCount).fill(ARRAY_BYTES);
    let count = sizes.length;
    for (const [i, weigh] of weighers.entries()) {
      count = addSizes(sizes.subarray(0, count), weigh(chunk.getColumnVector(i), enough), enough);
      await turns.pause();
    }
    return sizes;
  };
}

/** Adds a column's sizes to those of its rows, up to the row with which they are enough; returns how many. */
function addSizes(sizes: Float64Array, sizeAt: SizeAt, enough: number): number {
  let sum = 0;
  let count = 0;
  while (count < sizes.length && sum <= enough) {
    const size = (sizes[count] ?? 0) + SLOT_BYTES + sizeAt(count);
    sizes[count] = size;
    sum += size;
    count += 1;
  }
  return count;
}

function weigher(type: Type): Weigh {
  switch (type.kind) {
    case 'ARRAY':
      return arrayWeigher(weigher(type.element));
    case 'STRUCT':
      return structWeigher(type.fields.map((field) => weigher(field.type)));
    case 'STRING':
    case 'JSON':
      return textWeigher(type.kind, 1);
    case 'BYTES':
      return textWeigher(type.kind, 4 / 3);
    case 'BOOL':
      return () => () => 0;
    case 'INT64':
    case 'FLOAT64':
    case 'TIMESTAMP':
      return () => () => NUMBER_BYTES;
    default:
      return () => () => textBytes(40);
  }
}

function textWeigher(kind: TextKind, unitsPerByte: number): Weigh {
  return (vector) => {
    const isValid = validityOf(vector);
    const lengthAt = textLengthsOf(vector, kind);
    return (index) => (isValid(index) ? textBytes(Math.ceil(lengthAt(index) * unitsPerByte)) : 0);
  };
}

function arrayWeigher(weigh: Weigh): Weigh {
  return (vector, enough) => {
    const lists = vectorOf(vector, DuckDBListVector, 'ARRAY');
    const isValid = validityOf(vector);
    const sizeAt = weigh(lists.childVector, enough);
    return (index) => {
      const length = isValid(index) ? lists.getEntryLength(index) : 0;
      const start = lists.getEntryOffset(index);
      let bytes = ARRAY_BYTES + SLOT_BYTES * length;
      for (let i = start; i < start + length && bytes <= enough; i += 1) bytes += sizeAt(i);
      return bytes;
    };
  };
}

function structWeigher(weighers: readonly Weigh[]): Weigh {
  return (vector, enough) => {
    const structs = vectorOf(vector, DuckDBStructVector, 'STRUCT');
    const isValid = validityOf(vector);
    const fields = weighers.map((weigh, i) => weigh(structs.entryVectorAt(i), enough));
    return (index) => {
      if (!isValid(index)) return 0;
      let bytes = ARRAY_BYTES + SLOT_BYTES * fields.length;
      for (const sizeAt of fields) bytes += sizeAt(index);
      return bytes;
    };
  };
}

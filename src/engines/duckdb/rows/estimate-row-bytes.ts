import { type DuckDBDataChunk, DuckDBListVector, DuckDBStructVector } from '@duckdb/node-api';
import { yieldToEventLoop } from '../../../async/yield-to-event-loop.ts';
import {
  ARRAY_BYTES,
  NUMBER_BYTES,
  type OutputColumn,
  SLOT_BYTES,
  type Type,
  textBytes,
} from '../../../googlesql/index.ts';
import { type TextKind, textLengthsOf } from './texts.ts';
import { validityOf } from './validity.ts';
import { isUntyped, type Vector, vectorOf } from './vector-class.ts';

/**
 * Estimates the memory of a chunk's decoded rows, in bytes. Stops once the sum exceeds `enough`: later rows are 0, and
 * the last one may be incomplete. All are 0 if `enough` is infinite.
 */
export type EstimateChunk = (chunk: DuckDBDataChunk, enough: number) => Promise<Float64Array>;

/** The bytes of the item at an index; may stop counting beyond `enough`. */
type SizeAt = (index: number) => number;

type Estimate = (vector: Vector, enough: number) => SizeAt;

/**
 * Compiles an estimate of rows' sizes before they are decoded, comparable to `valueBytes` afterwards: texts by their
 * length in UTF-8; numbers, dates and similar values by the maximum of their type.
 */
export function compileRowEstimate(columns: readonly OutputColumn[]): EstimateChunk {
  const estimates = columns.map(({ type }) => estimateOf(type));
  return async (chunk, enough) => {
    if (enough === Number.POSITIVE_INFINITY) return new Float64Array(chunk.rowCount);
    const sizes = new Float64Array(chunk.rowCount).fill(ARRAY_BYTES);
    let count = sizes.length;
    for (const [i, estimate] of estimates.entries()) {
      count = addSizes(
        sizes.subarray(0, count),
        estimate(chunk.getColumnVector(i), enough),
        enough,
      );
      await yieldToEventLoop();
    }
    return sizes;
  };
}

/** Adds a column's sizes to those of its rows until their sum exceeds `enough`; returns the number of rows. */
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

function estimateOf(type: Type): Estimate {
  const estimate = typedEstimate(type);
  return (vector, enough) => (isUntyped(vector) ? () => ARRAY_BYTES : estimate(vector, enough));
}

function typedEstimate(type: Type): Estimate {
  switch (type.kind) {
    case 'ARRAY':
      return arrayEstimate(estimateOf(type.element));
    case 'STRUCT':
      return structEstimate(type.fields.map((field) => estimateOf(field.type)));
    case 'STRING':
    case 'JSON':
      return textEstimate(type.kind, 1);
    case 'BYTES':
      return textEstimate(type.kind, 4 / 3);
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

function textEstimate(kind: TextKind, unitsPerByte: number): Estimate {
  return (vector) => {
    const isValid = validityOf(vector);
    const lengthAt = textLengthsOf(vector, kind);
    return (index) => (isValid(index) ? textBytes(Math.ceil(lengthAt(index) * unitsPerByte)) : 0);
  };
}

function arrayEstimate(estimate: Estimate): Estimate {
  return (vector, enough) => {
    if (vector instanceof DuckDBStructVector) {
      const isRecord = validityOf(vector);
      const sizeAt = estimate(vector, enough);
      return (index) => ARRAY_BYTES + (isRecord(index) ? SLOT_BYTES + sizeAt(index) : 0);
    }
    const lists = vectorOf(vector, DuckDBListVector, 'ARRAY');
    const isValid = validityOf(vector);
    const sizeAt = estimate(lists.childVector, enough);
    return (index) => {
      const length = isValid(index) ? lists.getEntryLength(index) : 0;
      const start = lists.getEntryOffset(index);
      let bytes = ARRAY_BYTES + SLOT_BYTES * length;
      for (let i = start; i < start + length && bytes <= enough; i += 1) bytes += sizeAt(i);
      return bytes;
    };
  };
}

function structEstimate(estimates: readonly Estimate[]): Estimate {
  return (vector, enough) => {
    const structs = vectorOf(vector, DuckDBStructVector, 'STRUCT');
    const isValid = validityOf(vector);
    const fields = estimates.map((estimate, i) => estimate(structs.entryVectorAt(i), enough));
    return (index) => {
      if (!isValid(index)) return 0;
      let bytes = ARRAY_BYTES + SLOT_BYTES * fields.length;
      for (const sizeAt of fields) bytes += sizeAt(index);
      return bytes;
    };
  };
}

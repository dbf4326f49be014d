import {
  DuckDBBlobValue,
  type DuckDBDataChunk,
  DuckDBDateValue,
  DuckDBDecimalValue,
  DuckDBIntervalValue,
  DuckDBListVector,
  DuckDBStructVector,
  DuckDBTimestampTZValue,
  DuckDBTimestampValue,
  DuckDBTimeValue,
  type DuckDBValue,
  type DuckDBVector,
} from '@duckdb/node-api';
import { numericText } from '../../googlesql/functions/decimal-text.ts';
import type { ScalarKind, StructType, Type } from '../../googlesql/types.ts';
import { integerValue, type Row, type Value } from '../../googlesql/value.ts';
import type { OutputColumn } from '../engine.ts';
import { dateText, datetimeText, intervalText, timeText } from './civil-text.ts';
import { validityOf } from './validity.ts';

/** Reads the rows of a chunk. */
export type DecodeChunk = (chunk: DuckDBDataChunk) => Row[];

type Vector = DuckDBVector<DuckDBValue>;

/** Reads all items of a vector. */
type Decode = (vector: Vector) => Value[];

/**
 * A decoder for the rows of a statement.
 *
 * It goes through each vector once, nested ones as a whole and not row by row: DuckDB keeps the elements of all rows'
 * arrays in one vector, so a list is a slice of what was decoded already.
 */
export function compileDecoder(columns: readonly OutputColumn[]): DecodeChunk {
  const decoders = columns.map(({ type }) => decoder(type));
  return (chunk) => {
    const values = decoders.map((decode, i) => decode(chunk.getColumnVector(i)));
    return Array.from({ length: chunk.rowCount }, (_, row) =>
      values.map((column) => column[row] ?? null),
    );
  };
}

function decoder(type: Type): Decode {
  if (type.kind === 'ARRAY') return arrayDecoder(type.element);
  if (type.kind === 'STRUCT') return structDecoder(type);
  const read = READERS[type.kind];
  return (vector) => {
    const isValid = validityOf(vector);
    const values: Value[] = [];
    for (let i = 0; i < vector.itemCount; i += 1) {
      const item = isValid(i) ? vector.getItem(i) : null;
      values.push(item === null ? null : read(item));
    }
    return values;
  };
}

/** A NULL array is an empty one, as in every result of BigQuery. */
function arrayDecoder(element: Type): Decode {
  const decode = decoder(element);
  return (vector) => {
    if (!(vector instanceof DuckDBListVector)) throw unexpected('ARRAY', vector);
    const isValid = validityOf(vector);
    const elements = decode(vector.childVector);
    const values: Value[] = [];
    for (let i = 0; i < vector.itemCount; i += 1) {
      const start = vector.getEntryOffset(i);
      const end = isValid(i) ? start + vector.getEntryLength(i) : start;
      values.push(start === end ? [] : elements.slice(start, end));
    }
    return values;
  };
}

function structDecoder(type: StructType): Decode {
  const decoders = type.fields.map((field) => decoder(field.type));
  return (vector) => {
    if (!(vector instanceof DuckDBStructVector)) throw unexpected('STRUCT', vector);
    const isValid = validityOf(vector);
    const fields = decoders.map((decode, i) => decode(vector.entryVectorAt(i)));
    const values: Value[] = [];
    for (let i = 0; i < vector.itemCount; i += 1) {
      values.push(isValid(i) ? fields.map((field) => field[i] ?? null) : null);
    }
    return values;
  };
}

/** How a value that is not NULL becomes canonical; a value of another class is the printer's mistake. */
const READERS: Readonly<Record<ScalarKind, (item: DuckDBValue) => Value>> = {
  BOOL: (item) => (typeof item === 'boolean' ? item : fail('BOOL', item)),
  INT64: (item) => (typeof item === 'bigint' ? integerValue(item) : fail('INT64', item)),
  FLOAT64: (item) => (typeof item === 'number' ? item : fail('FLOAT64', item)),
  NUMERIC: (item) =>
    item instanceof DuckDBDecimalValue && item.scale === 9
      ? numericText(item.value)
      : fail('NUMERIC', item),
  BIGNUMERIC: (item) => fail('BIGNUMERIC', item),
  STRING: (item) => (typeof item === 'string' ? item : fail('STRING', item)),
  BYTES: (item) =>
    item instanceof DuckDBBlobValue
      ? Buffer.from(item.bytes).toString('base64')
      : fail('BYTES', item),
  DATE: (item) => (item instanceof DuckDBDateValue ? dateText(item.days) : fail('DATE', item)),
  DATETIME: (item) =>
    item instanceof DuckDBTimestampValue ? datetimeText(item.micros) : fail('DATETIME', item),
  TIME: (item) => (item instanceof DuckDBTimeValue ? timeText(item.micros) : fail('TIME', item)),
  TIMESTAMP: (item) =>
    item instanceof DuckDBTimestampTZValue ? integerValue(item.micros) : fail('TIMESTAMP', item),
  INTERVAL: (item) =>
    item instanceof DuckDBIntervalValue
      ? intervalText(item.months, item.days, item.micros)
      : fail('INTERVAL', item),
  JSON: (item) => (typeof item === 'string' ? item : fail('JSON', item)),
};

function fail(kind: ScalarKind, item: DuckDBValue): never {
  throw unexpected(kind, item);
}

function unexpected(kind: string, found: unknown): Error {
  const name = typeof found === 'object' && found ? found.constructor.name : typeof found;
  return new Error(`Cannot read a result of type ${kind}: DuckDB gave ${name}`);
}

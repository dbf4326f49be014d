import {
  DuckDBBlobValue,
  type DuckDBDataChunk,
  DuckDBDateValue,
  DuckDBDecimalValue,
  DuckDBIntervalValue,
  DuckDBListVector,
  DuckDBStructValue,
  DuckDBStructVector,
  DuckDBTimestampTZValue,
  DuckDBTimestampValue,
  DuckDBTimeValue,
  type DuckDBValue,
} from '@duckdb/node-api';
import { mapYielding } from '../../../async/yield-to-event-loop.ts';
import {
  nullElementMessage,
  numericText,
  type OutputColumn,
  type RangeKind,
  type Row,
  type ScalarKind,
  type StructType,
  type Type,
  timestampText,
  type Value,
} from '../../../googlesql/index.ts';
import { dateText, datetimeText, intervalText, timeText } from './civil-text.ts';
import { integersOf } from './integers.ts';
import { shallowJson } from './json-depth.ts';
import { textsOf } from './texts.ts';
import { type IsValid, isWithoutNulls, validityOf } from './validity.ts';
import { isUntyped, unexpected, type Vector, vectorOf } from './vector-class.ts';

/** Decodes the first rows of a chunk. */
export type DecodeChunk = (chunk: DuckDBDataChunk, rows: number) => Promise<Row[]>;

type Path = readonly string[];

/** Decodes the first items of a vector. */
type Decode = (vector: Vector, count: number) => Value[];

/**
 * Compiles a decoder for the rows of a statement.
 *
 * It decodes whole vectors, not row by row, nested ones too: DuckDB stores the elements of all rows' arrays in one
 * vector, so a list is a slice of the decoded elements.
 */
export function compileDecoder(columns: readonly OutputColumn[]): DecodeChunk {
  const decoders = columns.map(({ name, type }) => decoder(type, [name]));
  return async (chunk, rows) => {
    const values = await mapYielding(decoders, (decode, i) =>
      decode(chunk.getColumnVector(i), rows),
    );
    return Array.from({ length: rows }, (_, row) => values.map((column) => column[row] ?? null));
  };
}

/** `path` has the names of the column and of the fields in it, for messages. */
function decoder(type: Type, path: Path): Decode {
  const decode = typedDecoder(type, path);
  return (vector, count) =>
    isUntyped(vector) ? nulls(type, vector, count) : decode(vector, count);
}

function typedDecoder(type: Type, path: Path): Decode {
  if (type.kind === 'ARRAY') return arrayDecoder(type.element, path);
  if (type.kind === 'STRUCT') return structDecoder(type, path);
  const { kind } = type;
  return (vector, count) => {
    const isValid = validityOf(vector);
    const read = readerOf(vector, kind, isValid);
    const values: Value[] = [];
    for (let i = 0; i < count; i += 1) values.push(isValid(i) ? read(i) : null);
    return values;
  };
}

function nulls({ kind }: Type, vector: Vector, count: number): Value[] {
  const isValid = validityOf(vector);
  for (let i = 0; i < count; i += 1) if (isValid(i)) throw unexpected(kind, vector.getItem(i));
  return Array.from({ length: count }, () => (kind === 'ARRAY' ? [] : null));
}

/** A reader for the items of a vector that are not NULL. */
function readerOf(vector: Vector, kind: ScalarKind, isValid: IsValid): (index: number) => Value {
  switch (kind) {
    case 'INT64':
    case 'TIMESTAMP':
      return integersOf(vector, kind);
    case 'STRING':
      return textsOf(vector, kind, isValid);
    case 'JSON': {
      const textAt = textsOf(vector, kind, isValid);
      return (index) => shallowJson(textAt(index));
    }
    default: {
      const read = READERS[kind];
      return (index) => read(vector.getItem(index));
    }
  }
}

/**
 * NULL arrays are empty arrays, and a NULL in an array is an error, as in every result of BigQuery. A record is an array
 * that holds it alone.
 */
function arrayDecoder(element: Type, path: Path): Decode {
  const decode = decoder(element, path);
  return (vector, count) => {
    if (vector instanceof DuckDBStructVector) {
      return decode(vector, count).map((record) => (record === null ? [] : [record]));
    }
    const lists = vectorOf(vector, DuckDBListVector, 'ARRAY');
    const elements = decode(lists.childVector, listsEnd(lists, count));
    const values = slicesOf(lists, elements, count);
    // Nearly all vectors are without NULLs, and are not searched.
    const mayHoldNull = elements.length > 0 && !isWithoutNulls(lists.childVector);
    if (mayHoldNull && values.some((value) => value.includes(null))) throw nullElement(path);
    return values;
  };
}

function slicesOf(lists: DuckDBListVector, elements: readonly Value[], count: number): Value[][] {
  const isValid = validityOf(lists);
  const values: Value[][] = [];
  for (let i = 0; i < count; i += 1) {
    const start = lists.getEntryOffset(i);
    const end = isValid(i) ? start + lists.getEntryLength(i) : start;
    values.push(start === end ? [] : elements.slice(start, end));
  }
  return values;
}

/** Taken for an error that the statement raises itself. */
function nullElement(path: Path): Error {
  return new Error(`GoogleSQL: ${nullElementMessage(path)}`);
}

/** End of the first `count` lists' elements in the child vector. */
function listsEnd(vector: DuckDBListVector, count: number): number {
  const isValid = validityOf(vector);
  let end = 0;
  for (let i = 0; i < count; i += 1) {
    if (isValid(i)) end = Math.max(end, vector.getEntryOffset(i) + vector.getEntryLength(i));
  }
  return end;
}

function structDecoder(type: StructType, path: Path): Decode {
  const decoders = type.fields.map((field, i) =>
    // Where a field has no name, BigQuery makes one up.
    decoder(field.type, [...path, field.name || `_field_${i + 1}`]),
  );
  return (vector, count) => {
    const structs = vectorOf(vector, DuckDBStructVector, 'STRUCT');
    const isValid = validityOf(vector);
    const fields = decoders.map((decode, i) => decode(structs.entryVectorAt(i), count));
    const values: Value[] = [];
    for (let i = 0; i < count; i += 1) {
      values.push(isValid(i) ? fields.map((field) => field[i] ?? null) : null);
    }
    return values;
  };
}

/** Conversion of values that are not NULL to canonical ones; another class is a fault of the printer. */
const READERS: Readonly<
  Record<
    Exclude<ScalarKind, 'INT64' | 'TIMESTAMP' | 'STRING' | 'JSON'>,
    (item: DuckDBValue) => Value
  >
> = {
  BOOL: (item) => (typeof item === 'boolean' ? item : fail('BOOL', item)),
  FLOAT64: (item) => (typeof item === 'number' ? item : fail('FLOAT64', item)),
  NUMERIC: (item) =>
    item instanceof DuckDBDecimalValue && item.scale === 9
      ? numericText(item.value)
      : fail('NUMERIC', item),
  BIGNUMERIC: (item) => fail('BIGNUMERIC', item),
  BYTES: (item) =>
    item instanceof DuckDBBlobValue
      ? Buffer.from(item.bytes).toString('base64')
      : fail('BYTES', item),
  DATE: (item) => (item instanceof DuckDBDateValue ? dateText(item.days) : fail('DATE', item)),
  DATETIME: (item) =>
    item instanceof DuckDBTimestampValue ? datetimeText(item.micros) : fail('DATETIME', item),
  TIME: (item) => (item instanceof DuckDBTimeValue ? timeText(item.micros) : fail('TIME', item)),
  INTERVAL: (item) =>
    item instanceof DuckDBIntervalValue
      ? intervalText(item.months, item.days, item.micros)
      : fail('INTERVAL', item),
  'RANGE<DATE>': rangeReader('RANGE<DATE>', DuckDBDateValue, ({ days }) => dateText(days)),
  'RANGE<DATETIME>': rangeReader('RANGE<DATETIME>', DuckDBTimestampValue, ({ micros }) =>
    datetimeText(micros),
  ),
  'RANGE<TIMESTAMP>': rangeReader('RANGE<TIMESTAMP>', DuckDBTimestampTZValue, ({ micros }) =>
    timestampText(micros),
  ),
};

/** Reads a range, whose bounds are of a class and infinite where there is none. */
function rangeReader<Bound extends DuckDBValue & { readonly isFinite: boolean }>(
  kind: RangeKind,
  boundClass: new (...args: never[]) => Bound,
  text: (bound: Bound) => string,
): (item: DuckDBValue) => string {
  const boundText = (bound: DuckDBValue = null) => {
    if (!(bound instanceof boundClass)) return fail(kind, bound);
    return bound.isFinite ? text(bound) : 'UNBOUNDED';
  };
  return (item) =>
    item instanceof DuckDBStructValue
      ? `[${boundText(item.entries['start'])}, ${boundText(item.entries['end'])})`
      : fail(kind, item);
}

function fail(kind: ScalarKind, item: DuckDBValue): never {
  throw unexpected(kind, item);
}

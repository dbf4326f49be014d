import {
  DuckDBBlobVector,
  DuckDBDateValue,
  DuckDBDecimalValue,
  DuckDBIntegerVector,
  DuckDBIntervalValue,
  DuckDBListVector,
  DuckDBStructValue,
  DuckDBStructVector,
  DuckDBTimestampTZValue,
  DuckDBTimestampValue,
  DuckDBTimeValue,
  type DuckDBValue,
  DuckDBVarCharVector,
  type DuckDBVector,
} from '@duckdb/node-api';
import {
  ARRAY_BYTES,
  bigNumericText,
  integerValue,
  intervalText,
  NUMBER_BYTES,
  nullElementMessage,
  numericText,
  type RangeKind,
  type ScalarKind,
  SLOT_BYTES,
  type StructType,
  type Type,
  textBytes,
  timestampText,
  type Value,
} from '#googlesql/runtime';
import { dateText, datetimeText, timeText } from '../../../values/civil-text.ts';
import { bytesOf, type Column, elementsOf, fieldAt, validityOf } from './columns.ts';
import { shallowJson } from './json-depth.ts';

/** Reads the item at an index of a column. */
export type ReadItem = (index: number) => Value;

/** The memory that values take, in bytes as `valueBytes` counts them, and how much they may take. */
export interface Room {
  used: number;
  limit: number;
}

/** Where values stand in a row, and the memory of the row. */
interface Place {
  /** Names of the column and of the fields in it, for messages. */
  readonly path: readonly string[];
  readonly room: Room;
}

/** Opens a column of a type. Once the room is used up, texts are empty and arrays end: the row must be dropped. */
export function openColumn(column: Column, type: Type, place: Place): ReadItem {
  const isValid = validityOf(column);
  const read = openItems(column, type, place);
  if (type.kind === 'ARRAY') {
    // NULL arrays are empty arrays, as in every result of BigQuery.
    return (index) => {
      place.room.used += ARRAY_BYTES;
      return isValid(index) ? read(index) : [];
    };
  }
  return (index) => (isValid(index) ? read(index) : null);
}

/** Opens a column for its items that are not NULL. */
function openItems(column: Column, type: Type, place: Place): ReadItem {
  const { vector } = column;
  // The class of an expression that is folded to a bare NULL, which no type of ours has.
  if (vector instanceof DuckDBIntegerVector) return (i) => fail(type.kind, vector.getItem(i));
  switch (type.kind) {
    case 'ARRAY':
      return openArrays(column, type.element, place);
    case 'STRUCT':
      return openStructs(column, type, place);
    case 'STRING':
      return openTexts(column, DuckDBVarCharVector, type.kind, place);
    case 'JSON': {
      const read = openTexts(column, DuckDBVarCharVector, type.kind, place);
      return (index) => shallowJson(read(index));
    }
    case 'BYTES':
      return openTexts(column, DuckDBBlobVector, type.kind, place);
    default:
      return openScalars(column, type.kind, place);
  }
}

function openArrays(column: Column, element: Type, { path, room }: Place): ReadItem {
  const { vector } = column;
  // A record is an array that holds it alone.
  if (vector instanceof DuckDBStructVector) {
    const readRecord = openItems(column, element, { path, room });
    return (index) => {
      room.used += SLOT_BYTES;
      return [readRecord(index)];
    };
  }
  const lists = ofClass(column, DuckDBListVector, 'ARRAY');
  const read = openColumn(elementsOf(lists), element, { path, room });
  return (index) => {
    const start = lists.vector.getEntryOffset(index);
    const length = lists.vector.getEntryLength(index);
    room.used += SLOT_BYTES * length;
    const items: Value[] = [];
    for (let i = start; i < start + length && room.used <= room.limit; i += 1) {
      const item = read(i);
      if (item === null) throw nullElement(path);
      items.push(item);
    }
    return items;
  };
}

/** Taken for an error that the statement raises itself. */
function nullElement(path: readonly string[]): Error {
  return new Error(`GoogleSQL: ${nullElementMessage(path)}`);
}

function openStructs(column: Column, { fields }: StructType, { path, room }: Place): ReadItem {
  const structs = ofClass(column, DuckDBStructVector, 'STRUCT');
  const bytes = ARRAY_BYTES + SLOT_BYTES * fields.length;
  const reads = fields.map(({ name, type }, i) =>
    // Where a field has no name, BigQuery makes one up.
    openColumn(fieldAt(structs, i), type, { path: [...path, name || `_field_${i + 1}`], room }),
  );
  return (index) => {
    room.used += bytes;
    return reads.map((read) => read(index));
  };
}

function openTexts(
  column: Column,
  vectorClass: VectorClass<DuckDBVector>,
  kind: ScalarKind,
  { room }: Place,
): (index: number) => string {
  const bytesAt = bytesOf(ofClass(column, vectorClass, kind));
  const [encoding, unitsPerByte] =
    kind === 'BYTES' ? (['base64', 4 / 3] as const) : (['utf8', 1] as const);
  return (index) => {
    const bytes = bytesAt(index);
    room.used += textBytes(Math.ceil(bytes.length * unitsPerByte));
    return room.used <= room.limit ? bytes.toString(encoding) : '';
  };
}

function openScalars({ vector }: Column, kind: FixedKind, { room }: Place): ReadItem {
  const read = READERS[kind];
  const bytes = BYTES[kind] ?? textBytes(40);
  return (index) => {
    room.used += bytes;
    return read(vector.getItem(index));
  };
}

/** The kinds whose values have a bound on their memory. */
type FixedKind = Exclude<ScalarKind, 'STRING' | 'JSON' | 'BYTES'>;

/** Memory of a value, where it is no short text. */
const BYTES: Readonly<Partial<Record<FixedKind, number>>> = {
  BOOL: 0,
  INT64: NUMBER_BYTES,
  FLOAT64: NUMBER_BYTES,
  TIMESTAMP: NUMBER_BYTES,
  BIGNUMERIC: textBytes(80),
};

/** Conversion of values that are not NULL to canonical ones; another class is a fault of the printer. */
const READERS: Readonly<Record<FixedKind, (item: DuckDBValue) => Value>> = {
  BOOL: (item) => (typeof item === 'boolean' ? item : fail('BOOL', item)),
  INT64: (item) => (typeof item === 'bigint' ? integerValue(item) : fail('INT64', item)),
  FLOAT64: (item) => (typeof item === 'number' ? item : fail('FLOAT64', item)),
  NUMERIC: (item) =>
    item instanceof DuckDBDecimalValue && item.scale === 9
      ? numericText(item.value)
      : fail('NUMERIC', item),
  BIGNUMERIC: (item) =>
    typeof item === 'bigint' ? bigNumericText(item) : fail('BIGNUMERIC', item),
  DATE: (item) => (item instanceof DuckDBDateValue ? dateText(item.days) : fail('DATE', item)),
  DATETIME: (item) =>
    item instanceof DuckDBTimestampValue ? datetimeText(item.micros) : fail('DATETIME', item),
  TIME: (item) => (item instanceof DuckDBTimeValue ? timeText(item.micros) : fail('TIME', item)),
  TIMESTAMP: (item) =>
    item instanceof DuckDBTimestampTZValue ? integerValue(item.micros) : fail('TIMESTAMP', item),
  INTERVAL: (item) =>
    item instanceof DuckDBIntervalValue
      ? intervalText({ months: BigInt(item.months), days: BigInt(item.days), micros: item.micros })
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

type VectorClass<Class extends DuckDBVector> = abstract new (...args: never[]) => Class;

/** Narrows a column to the class that its type is stored in; another one is a fault of the printer. */
function ofClass<Class extends DuckDBVector>(
  { vector, handle }: Column,
  expected: VectorClass<Class>,
  kind: Type['kind'],
): Column<Class> {
  return vector instanceof expected ? { vector, handle } : fail(kind, vector.getItem(0));
}

function fail(kind: Type['kind'], found: DuckDBValue): never {
  const name = typeof found === 'object' && found ? found.constructor.name : typeof found;
  throw new Error(`Cannot read a result of type ${kind}: DuckDB gave ${name}`);
}

import {
  excerpt,
  type ScalarType,
  type StructField,
  type StructType,
  type Table,
  type Type,
} from '#googlesql';
import { formatIsoTimestamp, parseIsoTimestamp } from '../../endpoint/iso-timestamp.ts';
import { requiredPaths } from '../../engines/duckdb/files/required-fields.ts';
import { repeatedRecords } from '../../engines/duckdb/records/first-elements.ts';
import { isObject } from '../../values/is-object.ts';
import { BadLine } from './bad-line.ts';
import { integerOf, readMoment, refuseOutside, type TimeBounds, type Unit } from './moments.ts';
import { EXPECTED, type Json, SCALAR_DECODERS } from './scalar-values.ts';

/** Facts collected while a row is decoded. */
export class RowNotes {
  /** The row's time, in microseconds; undefined if it has none. */
  micros: number | bigint | undefined;
  /** The paths of repeated records that do not have exactly one element. */
  readonly several: string[] = [];
  /** Paths of values for which the table has no column. */
  readonly unknown: string[] = [];
  /** The units of times that were given as numbers. */
  readonly units: Unit[] = [];
}

/** Checks a non-null value against a type; throws a `BadLine` that names the field. */
type Decode = (value: unknown, notes: RowNotes) => Json;

/** Checks a parsed line against a table; returns the row to stage, with exact numbers and no array absent. */
export type DecodeRow = (line: unknown, notes: RowNotes) => Json;

/** Options of `compileRowDecoder`. */
export interface DecoderOptions {
  /** The times that a row may have; undefined takes any, and numbers as microseconds. */
  readonly bounds: TimeBounds | undefined;
  /** Whether a single record is accepted for an array of records. */
  readonly wrapsRecords: boolean;
}

interface ColumnOptions extends DecoderOptions {
  /** The column by which rows are stored. */
  readonly rowTime: string | undefined;
  /** The paths of REQUIRED columns and fields. */
  readonly required: ReadonlySet<string>;
}

/** Compiles a decoder for the rows of a table. */
export function compileRowDecoder(table: Table, options: DecoderOptions): DecodeRow {
  const required = new Set(requiredPaths(table.columns));
  const decode = decodeFields(table.columns, '', { ...options, required, rowTime: table.time });
  return (line, notes) => {
    if (!isObject(line)) throw new BadLine(`A row must be a JSON object, not ${shown(line)}`);
    return decode(line, notes);
  };
}

function compile(type: Type, path: string, options: ColumnOptions): Decode {
  if (type.kind === 'ARRAY') return decodeArray(type.element, path, options);
  if (type.kind === 'STRUCT') return decodeStruct(type, path, options);
  if (type.kind === 'TIMESTAMP') return decodeTime(path, options);
  const decode = compileScalar(type, path);
  if (path !== options.rowTime) return decode;
  // A DATE or DATETIME, as which a time without a zone is read.
  return (value, notes) => {
    const decoded = decode(value, notes);
    notes.micros = parseIsoTimestamp(String(decoded));
    return decoded;
  };
}

function compileScalar(type: ScalarType, path: string): Decode {
  const scalar = SCALAR_DECODERS[type.kind];
  if (!scalar) throw new Error(`Cannot import column "${path}" of type ${type.kind}`);
  return (value) => {
    const decoded = scalar(value);
    if (decoded !== undefined) return decoded;
    throw new BadLine(`"${path}" must be ${EXPECTED[type.kind]}, not ${shown(value)}`);
  };
}

function decodeArray(element: Type, path: string, options: ColumnOptions): Decode {
  const decode = compile(element, path, options);
  const isWrapped = options.wrapsRecords && element.kind === 'STRUCT';
  return (value, notes) => {
    if (!Array.isArray(value)) {
      if (isWrapped && isObject(value)) return [decode(value, notes)];
      throw new BadLine(`"${path}" must be an array, not ${shown(value)}`);
    }
    return value.map((item: unknown) => {
      if (item === null) throw new BadLine(`"${path}" must not hold null`);
      return decode(item, notes);
    });
  };
}

function decodeStruct(type: StructType, path: string, options: ColumnOptions): Decode {
  const decode = decodeFields(type.fields, `${path}.`, options);
  return (value, notes) => {
    if (!isObject(value)) throw new BadLine(`"${path}" must be an object, not ${shown(value)}`);
    return decode(value, notes);
  };
}

function decodeTime(path: string, { bounds, rowTime }: ColumnOptions): Decode {
  const isRowTime = path === rowTime;
  return (value, notes) => {
    const moment = readMoment(value, bounds);
    if (isRowTime && bounds && (moment || integerOf(value) !== undefined)) {
      refuseOutside(path, value, moment?.micros, bounds);
    }
    if (!moment) throw new BadLine(`"${path}" must be ${EXPECTED.TIMESTAMP}, not ${shown(value)}`);
    if (moment.unit) notes.units.push(moment.unit);
    if (isRowTime) notes.micros = moment.micros;
    return formatIsoTimestamp(moment.micros);
  };
}

function decodeFields(
  fields: readonly { readonly name: string; readonly type: Type }[],
  prefix: string,
  options: ColumnOptions,
): (value: Record<string, unknown>, notes: RowNotes) => Json {
  const decoders = new Map(
    fields.map(({ name, type }) => [name, compile(type, prefix + name, options)]),
  );
  const written = new Map(fields.map(({ name }) => [name.toLowerCase(), name]));
  const arrays = fields.filter(({ type }) => type.kind === 'ARRAY').map(({ name }) => name);
  const required = fields
    .map(({ name }) => name)
    .filter((name) => options.required.has(prefix + name));
  const noteRecords = compileRecordNotes(fields, prefix);
  return (value, notes) => {
    const row: Record<string, Json> = {};
    for (const name of arrays) row[name] = [];
    for (const name of Object.keys(value)) {
      const given = value[name];
      const decode = decoders.get(name);
      if (!decode) {
        refuseOtherCase(value, prefix, name, written.get(name.toLowerCase()));
        notes.unknown.push(prefix + name);
      } else if (given !== null) row[name] = decode(given, notes);
    }
    refuseMissing(required, prefix, row);
    noteRecords(row, notes);
    return row;
  };
}

function refuseMissing(
  required: readonly string[],
  prefix: string,
  row: Readonly<Record<string, Json>>,
): void {
  const missing = required.find((name) => row[name] === undefined);
  if (missing !== undefined) throw new BadLine(`"${prefix}${missing}" is missing`);
}

/** Notes the repeated records of a decoded record that do not have one element, those in absent records included. */
function compileRecordNotes(
  fields: readonly StructField[],
  prefix: string,
): (row: Readonly<Record<string, Json>>, notes: RowNotes) => void {
  const repeated = fields.filter(({ type }) => isRepeatedRecord(type)).map(({ name }) => name);
  const inRecords = fields
    .filter(({ type }) => type.kind === 'STRUCT')
    .map(({ name, type }) => ({ name, paths: repeatedRecords([{ name: prefix + name, type }]) }));
  return (row, { several }) => {
    for (const name of repeated) {
      if ((row[name] as readonly Json[]).length !== 1) several.push(prefix + name);
    }
    for (const { name, paths } of inRecords) {
      if (row[name] === undefined) several.push(...paths);
    }
  };
}

function isRepeatedRecord(type: Type): boolean {
  return type.kind === 'ARRAY' && type.element.kind === 'STRUCT';
}

/** Refuses names that differ from a column's in case only: their values would be dropped as unknown. */
function refuseOtherCase(
  value: Record<string, unknown>,
  prefix: string,
  given: string,
  name: string | undefined,
): void {
  if (name === undefined || Object.hasOwn(value, name)) return;
  throw new BadLine(`"${prefix}${given}" is "${prefix}${name}" in the table`);
}

const MAX_SHOWN = 60;

/** The value for an error message, truncated. */
function shown(value: unknown): string {
  return excerpt(textOf(value), MAX_SHOWN);
}

function textOf(value: unknown): string {
  const replace = (_key: string, part: unknown) => (typeof part === 'bigint' ? Number(part) : part);
  try {
    return typeof value === 'bigint' ? value.toString() : JSON.stringify(value, replace);
  } catch {
    // Too deep for the stack.
    return Array.isArray(value) ? 'such an array' : 'such an object';
  }
}

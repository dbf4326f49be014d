import {
  type OutputColumn,
  type Row,
  type StructType,
  standardType,
  type Type,
  typeName,
  type Value,
} from '#googlesql';
import { badAnswer } from '../client/bigquery-error.ts';
import type { Cell, RawRow, ResultField } from '../jobs/query-response.ts';
import { READERS } from './scalar-readers.ts';

/** Decodes one row of a result. */
export type DecodeRow = (row: RawRow) => Row;

type Decode = (value: unknown) => Value;

/** Decodes one of our columns from the cells of a row. */
interface FieldDecoder {
  /** Index of the cell. */
  readonly at: number;
  readonly decode: Decode;
  /**
   * The value for NULL; undefined if the column is required. Most fields of a log row are NULL, so they cost no call.
   */
  readonly nullValue: Value | undefined;
}

/**
 * Compiles a decoder for a result from its schema.
 *
 * Columns and fields are matched by name at every depth, and unknown ones are skipped: a record contains whatever was
 * added to its table, at any position. A missing field, or one of another type, is an error before any row is read,
 * because cells carry no names and would be read as other columns.
 */
export function compileDecoder(
  fields: readonly ResultField[] | undefined,
  columns: readonly OutputColumn[],
): DecodeRow {
  if (!Array.isArray(fields)) throw badAnswer('The answer has no schema');
  const decoders = fieldDecoders(fields, columns, '');
  return (row) => decodeCells(row.f, decoders, fields.length);
}

function decodeCells(
  cells: readonly Cell[] | undefined,
  decoders: readonly FieldDecoder[],
  width: number,
): Row {
  if (!Array.isArray(cells) || cells.length !== width) {
    throw badAnswer('A row has not as many cells as the schema has fields');
  }
  return decoders.map(({ at, decode, nullValue }) => {
    const value = (cells[at] as Cell).v; // The lengths are equal.
    if (value !== null) return decode(value);
    if (nullValue === undefined) throw badAnswer('A required column is NULL');
    return nullValue;
  });
}

function fieldDecoders(
  fields: readonly ResultField[],
  known: readonly OutputColumn[],
  path: string,
): readonly FieldDecoder[] {
  const places = placesOf(fields, known);
  return known.map(({ name, type }, i) => {
    const at = places[i];
    const field = at === undefined ? undefined : fields[at];
    if (at === undefined || !field) throw badAnswer(`The result has no column "${path + name}"`);
    return { at, ...fieldDecoder(field, path + name, type) };
  });
}

/**
 * Matched by name; by position if a constructed struct has repeated or empty names, for which BigQuery makes up
 * others.
 */
function placesOf(
  fields: readonly ResultField[],
  known: readonly OutputColumn[],
): readonly (number | undefined)[] {
  const names = new Set(known.map(({ name }) => name.toLowerCase()));
  if (names.has('') || names.size < known.length) {
    return known.map((_, i) => (fields.length === known.length ? i : undefined));
  }
  const byName = new Map(fields.map(({ name = '' }, i) => [name.toLowerCase(), i]));
  return known.map(({ name }) => byName.get(name.toLowerCase()));
}

const EMPTY: readonly Value[] = Object.freeze([]);

/** NULL arrays are empty arrays, as in every result of BigQuery. */
function fieldDecoder(field: ResultField, name: string, type: Type): Omit<FieldDecoder, 'at'> {
  const isRepeated = field.mode === 'REPEATED';
  if (isRepeated !== (type.kind === 'ARRAY')) throw typeMismatch(name, type);
  if (type.kind === 'ARRAY') {
    return { decode: arrayDecoder(valueDecoder(field, name, type.element)), nullValue: EMPTY };
  }
  const nullValue = field.mode === 'REQUIRED' ? undefined : null;
  return { decode: valueDecoder(field, name, type), nullValue };
}

function arrayDecoder(decode: Decode): Decode {
  return (value) => {
    if (!Array.isArray(value)) throw badAnswer('An array is none');
    return value.map(({ v }: Cell) => {
      if (v === null) throw badAnswer('An array holds NULL');
      return decode(v);
    });
  };
}

function valueDecoder(field: ResultField, name: string, type: Type): Decode {
  if (type.kind === 'ARRAY') throw typeMismatch(name, type);
  if (type.kind === 'STRUCT') return structDecoder(field, name, type);
  if (kindOf(field) !== type.kind) throw typeMismatch(name, type);
  return READERS[type.kind];
}

/** A GEOGRAPHY is the STRING of its WKT. */
function kindOf({ type, rangeElementType }: ResultField): string {
  if (type === 'GEOGRAPHY') return 'STRING';
  return type === 'RANGE' ? `RANGE<${rangeElementType?.type}>` : standardType(type);
}

function structDecoder(field: ResultField, name: string, type: StructType): Decode {
  if (standardType(field.type) !== 'STRUCT') throw typeMismatch(name, type);
  const { fields = [] } = field;
  const decoders = fieldDecoders(fields, type.fields, `${name}.`);
  return (value) => decodeCells((value as RawRow | undefined)?.f, decoders, fields.length);
}

function typeMismatch(name: string, type: Type): Error {
  return badAnswer(`The column "${name}" is not ${typeName(type)}`);
}

import {
  type OutputColumn,
  type Row,
  type ScalarKind,
  type StructType,
  type Type,
  typeName,
  type Value,
} from '../../../googlesql/index.ts';
import { badAnswer } from '../client/bigquery-error.ts';
import type { Cell, RawRow, ResultField } from '../jobs/query-response.ts';
import { READERS } from './scalar-readers.ts';

/** Reads one row of a result. */
export type DecodeRow = (row: RawRow) => Row;

type Decode = (value: unknown) => Value;

/** How the cells of one field are read. */
interface FieldDecoder {
  readonly decode: Decode;
  /** What NULL becomes; undefined where there must be none. Most fields of a log row are NULL, so they cost no call. */
  readonly ofNull: Value | undefined;
}

/**
 * A decoder for the rows of a result, made once from its schema.
 *
 * The schema must be the statement's: a column that is missing, new, renamed or of another type is an error before any
 * row is read, because the cells of a row carry no names and would be read as other columns.
 */
export function compileDecoder(
  fields: readonly ResultField[] | undefined,
  columns: readonly OutputColumn[],
): DecodeRow {
  if (!Array.isArray(fields)) throw badAnswer('The answer has no schema');
  if (fields.length !== columns.length) {
    throw badAnswer(`The result has ${fields.length} columns in place of ${columns.length}`);
  }
  const decoders = columns.map(({ name, type }, i) => fieldDecoder(fields[i] ?? {}, name, type));
  return (row) => decodeCells(row.f, decoders);
}

function decodeCells(cells: readonly Cell[] | undefined, decoders: readonly FieldDecoder[]): Row {
  if (!Array.isArray(cells) || cells.length !== decoders.length) {
    throw badAnswer('A row has not as many cells as the schema has fields');
  }
  return decoders.map(({ decode, ofNull }, i) => {
    const value = (cells[i] as Cell).v; // There are as many.
    if (value !== null) return decode(value);
    if (ofNull === undefined) throw badAnswer('A required column is NULL');
    return ofNull;
  });
}

const EMPTY: readonly Value[] = Object.freeze([]);

/** A NULL array is an empty one, as in every result of BigQuery. */
function fieldDecoder(field: ResultField, name: string, type: Type): FieldDecoder {
  checkName(field, name);
  const isRepeated = field.mode === 'REPEATED';
  if (isRepeated !== (type.kind === 'ARRAY')) throw drift(name, type);
  if (type.kind === 'ARRAY') {
    return { decode: arrayDecoder(valueDecoder(field, name, type.element)), ofNull: EMPTY };
  }
  const ofNull = field.mode === 'REQUIRED' ? undefined : null;
  return { decode: valueDecoder(field, name, type), ofNull };
}

/** BigQuery gives the fields of a struct that have no name names of its own. */
function checkName(field: ResultField, name: string): void {
  if (name !== '' && field.name?.toLowerCase() !== name.toLowerCase()) {
    throw badAnswer(`The result has the column "${field.name}" in place of "${name}"`);
  }
}

function arrayDecoder(decode: Decode): Decode {
  return (value) => {
    if (!Array.isArray(value)) throw badAnswer('An array is none');
    return value.map(({ v }: Cell) => (v === null ? null : decode(v)));
  };
}

function valueDecoder(field: ResultField, name: string, type: Type): Decode {
  if (type.kind === 'ARRAY') throw drift(name, type);
  if (type.kind === 'STRUCT') return structDecoder(field, name, type);
  if (kindOf(field) !== type.kind) throw drift(name, type);
  return READERS[type.kind];
}

function structDecoder(field: ResultField, name: string, type: StructType): Decode {
  const fields = field.fields ?? [];
  if (kindOf(field) !== 'STRUCT' || fields.length !== type.fields.length) throw drift(name, type);
  const decoders = type.fields.map((member, i) =>
    fieldDecoder(fields[i] ?? {}, member.name, member.type),
  );
  return (value) => decodeCells((value as RawRow | undefined)?.f, decoders);
}

/** The names that BigQuery's schemas have beside GoogleSQL's own. */
const LEGACY: Readonly<Record<string, ScalarKind | 'STRUCT'>> = {
  INTEGER: 'INT64',
  FLOAT: 'FLOAT64',
  BOOLEAN: 'BOOL',
  RECORD: 'STRUCT',
  DECIMAL: 'NUMERIC',
  BIGDECIMAL: 'BIGNUMERIC',
};

function kindOf({ type = '' }: ResultField): string {
  return LEGACY[type] ?? type;
}

function drift(name: string, type: Type): Error {
  return badAnswer(`The column "${name}" is not ${typeName(type)}`);
}

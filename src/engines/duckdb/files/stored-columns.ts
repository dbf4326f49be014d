import type { FieldPath } from '#googlesql';
import { arrayOf, structOf, type Table, type TableColumn, type Type } from '#googlesql/runtime';
import { getOrInsertComputed } from '../../../values/memory.ts';
import type { SingleRecords } from '../records/record-shape.ts';
import { storedScalar } from './expressions/scalar-expression.ts';
import type { FileDescription } from './file-description.ts';
import { fieldNamed, type StoredField, type StoredType } from './stored-type.ts';

/** All repeated records as lists, which is how GoogleSQL sees them. */
export const NO_SINGLE_RECORDS: SingleRecords = new Set();

/** The repeated records of a table that a file stores as one record. */
export function singleRecordsOf(
  { columns }: Pick<Table, 'columns'>,
  description: FileDescription,
): SingleRecords {
  if (description.format !== 'parquet' || !description.isImported) return NO_SINGLE_RECORDS;
  const stored = description.columns;
  const ofColumns = getOrInsertComputed(CACHED, columns, () => new WeakMap());
  return getOrInsertComputed(ofColumns, stored, () => new Set(singleIn(columns, stored, '')));
}

const CACHED = new WeakMap<object, WeakMap<object, SingleRecords>>();

/** The columns of a relation that has a table's columns in their types, with some records as one. */
export function storedColumns(
  columns: readonly NamedType<Type>[],
  single: SingleRecords,
  around = '',
): readonly StoredField[] {
  return columns.map(({ name, type }) => ({
    name,
    type: storedAs(type, `${around}${name}`, single),
  }));
}

function storedAs(type: Type, path: string, single: SingleRecords): StoredType {
  if (type.kind === 'ARRAY') {
    const element = storedAs(type.element, path, single);
    return single.has(path) ? element : { kind: 'list', element };
  }
  if (type.kind === 'STRUCT') {
    return { kind: 'struct', fields: storedColumns(type.fields, single, `${path}.`) };
  }
  return storedScalar(type.kind);
}

interface NamedType<Of> {
  readonly name: string;
  readonly type: Of;
}

function singleIn(
  columns: readonly NamedType<Type>[],
  stored: readonly NamedType<StoredType>[],
  around: string,
): readonly string[] {
  return columns.flatMap(({ name, type }) => {
    const from = fieldNamed(stored, name)?.type;
    const record = type.kind === 'ARRAY' ? type.element : type;
    if (from?.kind !== 'struct' || record.kind !== 'STRUCT') return [];
    const path = around + name;
    const inside = singleIn(record.fields, from.fields, `${path}.`);
    return type.kind === 'ARRAY' ? [path, ...inside] : inside;
  });
}

/** The records that are single in all of several files; none if there is no file. */
export function commonRecords(files: readonly SingleRecords[]): SingleRecords {
  const [first = NO_SINGLE_RECORDS, ...others] = new Set(files);
  return others.length === 0
    ? first
    : new Set([...first].filter((path) => others.every((records) => records.has(path))));
}

/**
 * Columns with those fields only that are read, where a single record would become a list, which would take all fields
 * from the file. Lists that are stored as such keep all: to make others of them would cost more than it saves.
 */
export function withFieldsRead(
  columns: readonly TableColumn[],
  single: SingleRecords,
  fieldsRead: (name: string) => readonly FieldPath[],
): readonly TableColumn[] {
  return columns.map((column) => {
    const { name, type } = column;
    return single.has(name)
      ? { ...column, type: withFields(type, fieldsRead(name), name, single) }
      : column;
  });
}

function withFields(
  type: Type,
  paths: readonly FieldPath[],
  place: string,
  single: SingleRecords,
): Type {
  const isWhole = paths.some(({ length }) => length === 0);
  if (isWhole || paths.length === 0) return type;
  if (type.kind === 'ARRAY') {
    return single.has(place) ? arrayOf(withFields(type.element, paths, place, single)) : type;
  }
  if (type.kind !== 'STRUCT') return type;
  const fields = type.fields.flatMap((field, i) => {
    const below = paths.filter(([index]) => index === i).map(([, ...rest]) => rest);
    if (below.length === 0) return [];
    const own = withFields(field.type, below, `${place}.${field.name}`, single);
    return [{ ...field, type: own }];
  });
  return structOf(fields);
}

import {
  arrayOf,
  duckdbType,
  type FieldPath,
  quoteName,
  quoteText,
  type SingleRecords,
  type StructField,
  structOf,
  type TableColumn,
  type Type,
} from '../../../googlesql/index.ts';

/** Columns as a file stores them. */
export interface StoredColumns {
  readonly columns: readonly TableColumn[];
  readonly single: SingleRecords;
}

/** All repeated records as lists, which is how GoogleSQL sees them. */
export const NO_SINGLE_RECORDS: SingleRecords = new Set();

/**
 * DuckDB expressions that read a table's columns, as `to` stores them, from rows that are stored as `from`, which has
 * all single records of `to`: the others become lists, and columns and fields that `from` does not have are NULL, or `[]`.
 */
export function readColumns(
  from: StoredColumns,
  to: StoredColumns,
  names: readonly string[] = to.columns.map(({ name }) => name),
): string[] {
  const conversion = { from: from.single, to: to.single };
  return to.columns
    .filter(({ name }) => names.includes(name))
    .map((column) => {
      const stored = from.columns.find(({ name }) => name === column.name);
      const value = stored
        ? convert(quoteName(column.name), stored.type, column.type, column.name, conversion)
        : absent(column.type);
      return value === quoteName(column.name) ? value : `${value} AS ${quoteName(column.name)}`;
    });
}

/** The records that are single in all layouts; none if there is no layout. */
export function commonRecords(layouts: readonly (SingleRecords | undefined)[]): SingleRecords {
  const [first = NO_SINGLE_RECORDS, ...rest] = layouts;
  const others = rest.filter((layout) => layout !== undefined);
  return new Set([...first].filter((path) => others.every((layout) => layout.has(path))));
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

interface Conversion {
  readonly from: SingleRecords;
  readonly to: SingleRecords;
}

function convert(
  value: string,
  from: Type,
  to: Type,
  path: string,
  conversion: Conversion,
): string {
  if (from.kind === 'ARRAY' && to.kind === 'ARRAY') {
    return convertArray(value, from.element, to.element, path, conversion);
  }
  if (from.kind !== 'STRUCT' || to.kind !== 'STRUCT') return value;
  const record = convertRecord(value, from.fields, to.fields, path, conversion);
  return record === value ? value : `CASE WHEN ${value} IS NOT NULL THEN ${record} END`;
}

function convertArray(
  value: string,
  from: Type,
  to: Type,
  path: string,
  conversion: Conversion,
): string {
  if (from.kind !== 'STRUCT' || to.kind !== 'STRUCT') return value;
  const { fields } = to;
  const isSingle = conversion.from.has(path);
  if (isSingle) {
    const record = convertRecord(value, from.fields, fields, path, conversion);
    return conversion.to.has(path) ? record : `[${record}]`;
  }
  const item = `x${path.split('.').length}`;
  const record = convertRecord(item, from.fields, fields, path, conversion);
  return record === item ? value : `list_transform(${value}, lambda ${item}: ${record})`;
}

function convertRecord(
  value: string,
  from: readonly StructField[],
  to: readonly StructField[],
  path: string,
  conversion: Conversion,
): string {
  let isSame = from.length === to.length;
  const members = to.map((field, i) => {
    const stored = from.find(({ name }) => name === field.name);
    const own = `${value}.${quoteName(field.name)}`;
    const converted = stored
      ? convert(own, stored.type, field.type, `${path}.${field.name}`, conversion)
      : absent(field.type);
    if (converted !== own || from[i]?.name !== field.name) isSame = false;
    return `${quoteText(field.name)}: ${converted}`;
  });
  return isSame ? value : `{${members.join(', ')}}`;
}

function absent(type: Type): string {
  return type.kind === 'ARRAY'
    ? `CAST([] AS ${duckdbType(type)})`
    : `CAST(NULL AS ${duckdbType(type)})`;
}

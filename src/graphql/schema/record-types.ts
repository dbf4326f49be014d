import {
  type Row,
  type ScalarKind,
  type StructType,
  sameType,
  type Type,
  typeName,
} from '#googlesql';
import { describeValue } from '../../catalog/description/describe-columns.ts';
import { camelCase, pascalCase } from '../../endpoint/names.ts';
import { toJsonValue } from '../../values/json-value.ts';
import { getOrInsertComputed } from '../../values/memory.ts';
import type { Builder, ObjectRef, OutputValue } from './builder.ts';

/** The GraphQL scalar for each GoogleSQL scalar. */
export const SCALAR_TYPES: Readonly<
  Record<ScalarKind, 'Boolean' | 'Int64' | 'Float' | 'String' | 'DateTime' | 'JSON'>
> = {
  BOOL: 'Boolean',
  INT64: 'Int64',
  FLOAT64: 'Float',
  NUMERIC: 'String',
  BIGNUMERIC: 'String',
  STRING: 'String',
  BYTES: 'String',
  DATE: 'String',
  DATETIME: 'DateTime',
  TIME: 'String',
  TIMESTAMP: 'DateTime',
  INTERVAL: 'String',
  JSON: 'JSON',
  'RANGE<DATE>': 'String',
  'RANGE<DATETIME>': 'String',
  'RANGE<TIMESTAMP>': 'String',
};

type OutputName = (typeof SCALAR_TYPES)[ScalarKind];
type OutputType = OutputName | ObjectRef<Row>;

interface DeclaredRecord {
  readonly struct: StructType;
  readonly ref: ObjectRef<Row>;
}

/** DeclaredRecord types per schema: columns of one table share their types. */
const DECLARED = new WeakMap<Builder, Map<string, DeclaredRecord>>();

/** The object type of a struct, and of nested structs with its name as prefix; declared on first use. */
export function recordType(
  builder: Builder,
  name: string,
  struct: StructType,
  path: string,
): ObjectRef<Row> {
  const declared = getOrInsertComputed(DECLARED, builder, () => new Map());
  const record = getOrInsertComputed(declared, name, () => {
    return { struct, ref: declareRecord(builder, name, struct, path) };
  });
  if (sameType(record.struct, struct)) return record.ref;
  throw new Error(`Two records of different types share the name "${name}"`);
}

function declareRecord(
  builder: Builder,
  name: string,
  struct: StructType,
  path: string,
): ObjectRef<Row> {
  const fields = struct.fields.map((field, index) => ({
    field: camelCase(field.name),
    isList: field.type.kind === 'ARRAY',
    type: outputType(
      builder,
      `${name}${pascalCase(field.name)}`,
      elementOf(field.type),
      `${path}.${field.name}`,
    ),
    description: describeValue(
      `\`${path}.${field.name}\`, ${modeAndType(field.type)}.`,
      field.type,
    ),
    // What is read has the field's type, which Pothos does not know.
    resolve: valueReader(field.type, index) as (row: Row) => never,
  }));
  return builder.objectRef<Row>(name).implement({
    description: `One entry of \`${path}\`.`,
    fields: (t) =>
      Object.fromEntries(
        fields.map(({ field, isList, type, description, resolve }) => [
          field,
          isList
            ? t.field({ type: [type] as [OutputType], nullable: false, description, resolve })
            : t.field({ type, nullable: true, description, resolve }),
        ]),
      ),
  });
}

/** Reads the value of a row's column or a struct's field. JSON stays text, and a `Float` is finite. */
export function valueReader(type: Type, index: number): (row: Row) => OutputValue {
  const { kind } = elementOf(type);
  if (kind === 'JSON' || kind === 'FLOAT64') {
    const convert = toJsonValue(type);
    return (row) => convert(row[index] ?? null);
  }
  return type.kind === 'ARRAY' ? (row) => listAt(row, index) : (row) => row[index] ?? null;
}

/** The array in a row's column; BigQuery stores NULL arrays as empty ones. */
export function listAt(row: Row, index: number): readonly Row[] {
  return (row[index] ?? []) as readonly Row[];
}

function outputType(builder: Builder, name: string, type: Type, path: string): OutputType {
  if (type.kind === 'STRUCT') return recordType(builder, name, type, path);
  return SCALAR_TYPES[type.kind as ScalarKind];
}

/** The type of an array's elements, or the type itself. */
export function elementOf(type: Type): Type {
  return type.kind === 'ARRAY' ? type.element : type;
}

/** BigQuery's notation of a column's mode and type, such as `REPEATED RECORD`. */
export function modeAndType(type: Type): string {
  const element = elementOf(type);
  const name = element.kind === 'STRUCT' ? 'RECORD' : typeName(element);
  return type.kind === 'ARRAY' ? `REPEATED ${name}` : name;
}

import {
  type ProvenType,
  type Row,
  type ScalarKind,
  spellType,
  type Type,
  typeName,
} from '#googlesql';
import { describeValue } from '../../catalog/description/describe-columns.ts';
import { camelCase, pascalCase } from '../../project/names.ts';
import { toJsonValue } from '../../values/json-value.ts';
import { getOrInsertComputed } from '../../values/memory.ts';
import type { Builder, ObjectRef, OutputValue } from './builder.ts';

/** The GraphQL scalar of each GoogleSQL scalar. */
export const SCALAR_TYPES = {
  BOOL: 'Boolean',
  INT64: 'Int64',
  FLOAT64: 'Float',
  NUMERIC: 'Numeric',
  BIGNUMERIC: 'Numeric',
  STRING: 'String',
  BYTES: 'Bytes',
  DATE: 'Date',
  DATETIME: 'LocalDateTime',
  TIME: 'Time',
  TIMESTAMP: 'DateTime',
  INTERVAL: 'Interval',
  JSON: 'JSON',
  'RANGE<DATE>': 'String',
  'RANGE<DATETIME>': 'String',
  'RANGE<TIMESTAMP>': 'String',
} as const satisfies Readonly<Record<ScalarKind, string>>;

type OutputType = 'String' | ObjectRef<Row>;

/** A column or a field of a record, as one field of a GraphQL object. */
export interface OutputPlace {
  /** The name of its own object type, if it is a record. */
  readonly typeName: string;
  readonly type: ProvenType;
  /** Its index in the row or the record. */
  readonly index: number;
  /** Its path in the result, for descriptions. */
  readonly path: string;
  /** The GraphQL scalar, where it is not the one of the type. */
  readonly scalar?: string | undefined;
}

/** The options of a GraphQL field that returns the value at a place. */
export function outputField(builder: Builder, place: OutputPlace) {
  const { type, index } = place;
  const { element } = type;
  const of = outputType(builder, place, element ?? type);
  // What is read has the field's type, which Pothos does not know.
  const resolve = valueReader(type.type, index) as (row: Row) => never;
  if (!element) return { type: of, nullable: !type.isRequired, resolve };
  // Arrays are never NULL in results.
  return {
    type: [of] as [OutputType],
    nullable: { list: false, items: !element.isRequired },
    resolve,
  } as unknown as { type: OutputType; nullable: boolean; resolve: (row: Row) => never };
}

function outputType(
  builder: Builder,
  { typeName: name, path, scalar }: OutputPlace,
  type: ProvenType,
): OutputType {
  if (type.fields) return recordType(builder, name, type, path);
  return (scalar ?? scalarName(type)) as OutputType;
}

/** The GraphQL scalar of values of a scalar type. */
export function scalarName({ type, isSafeInteger }: ProvenType): string {
  return isSafeInteger ? 'SafeInt' : SCALAR_TYPES[type.kind as ScalarKind];
}

interface DeclaredRecord {
  readonly spelling: string;
  readonly ref: ObjectRef<Row>;
}

/** Record types per schema: columns of one table share their types. */
const DECLARED = new WeakMap<Builder, Map<string, DeclaredRecord>>();

/** The object type of a struct, and of nested structs with its name as prefix; declared on first use. */
function recordType(
  builder: Builder,
  name: string,
  struct: ProvenType,
  path: string,
): ObjectRef<Row> {
  const declared = getOrInsertComputed(DECLARED, builder, () => new Map());
  const spelling = spellType({ ...struct, isRequired: true });
  const record = getOrInsertComputed(declared, name, () => {
    return { spelling, ref: declareRecord(builder, name, struct, path) };
  });
  if (record.spelling === spelling) return record.ref;
  throw new Error(`Two records of different types share the name "${name}"`);
}

function declareRecord(
  builder: Builder,
  name: string,
  { fields = [] }: ProvenType,
  path: string,
): ObjectRef<Row> {
  const places = fields.map((field, index) => ({
    name: camelCase(field.name),
    description: describeValue(
      `\`${path}.${field.name}\`, ${modeAndType(field.type.type)}.`,
      field.type.type,
    ),
    options: outputField(builder, {
      typeName: `${name}${pascalCase(field.name)}`,
      type: field.type,
      index,
      path: `${path}.${field.name}`,
    }),
  }));
  return builder.objectRef<Row>(name).implement({
    description: `One entry of \`${path}\`.`,
    fields: (t) =>
      Object.fromEntries(
        places.map(({ name: field, description, options }) => [
          field,
          t.field({ ...options, description }),
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

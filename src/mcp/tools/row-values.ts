import type { ProvenType, Row, Type, Value } from '#googlesql';
import { formatDateTime } from '../../endpoint/iso-timestamp.ts';
import { camelCase } from '../../project/names.ts';
import { type JsonValue, toJsonValue } from '../../values/json-value.ts';

/** What decides how a value is written, of a column or of a field of a struct. */
export interface OutputValue {
  readonly type: ProvenType;
  /** The GraphQL scalar, where it is not the one of the type. */
  readonly scalar?: string | undefined;
}

/** A column of an endpoint, as far as its values depend on it. */
export interface OutputColumn extends OutputValue {
  /** The GraphQL field. */
  readonly field: string;
}

/** Compiles columns to a function from rows to objects, with the names and formats of GraphQL. */
export function rowEncoder(
  columns: readonly OutputColumn[],
): (row: Row) => Readonly<Record<string, JsonValue>> {
  const encoders = columns.map((column) => [column.field, valueEncoder(column)] as const);
  return (row) =>
    Object.fromEntries(
      encoders.map(([field, encode], index) => [field, encode(row[index] ?? null)]),
    );
}

type Encode = (value: Value) => JsonValue;

function valueEncoder({ type, scalar }: OutputValue): Encode {
  const { element, fields } = type;
  if (element) {
    const encode = valueEncoder({ type: element, scalar });
    // BigQuery returns NULL arrays as empty ones.
    return (value) => ((value ?? []) as readonly Value[]).map(encode);
  }
  const encode = fields ? structEncoder(fields) : scalarEncoder(type.type, scalar);
  return (value) => (value === null ? null : encode(value));
}

function structEncoder(fields: NonNullable<ProvenType['fields']>): Encode {
  const encoders = fields.map(
    ({ name, type }) => [camelCase(name), valueEncoder({ type })] as const,
  );
  return (value) =>
    Object.fromEntries(
      encoders.map(([name, encode], index) => [
        name,
        encode((value as readonly Value[])[index] ?? null),
      ]),
    );
}

function scalarEncoder(type: Type, scalar: string | undefined): Encode {
  if (type.kind === 'TIMESTAMP' || scalar === 'DateTime') return formatDateTime as Encode;
  if (type.kind === 'JSON' || type.kind === 'FLOAT64') return toJsonValue(type);
  return (value) => (typeof value === 'bigint' ? String(value) : (value as JsonValue));
}

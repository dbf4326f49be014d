import type { ScalarKind, StructType, Type } from '../../types.ts';
import { quoteName } from './quote.ts';

const TYPES: Readonly<Record<ScalarKind, string>> = {
  BOOL: 'BOOLEAN',
  INT64: 'BIGINT',
  FLOAT64: 'DOUBLE',
  NUMERIC: 'DECIMAL(38,9)',
  // Units of 10^-38: BIGNUM is an integer of any size.
  BIGNUMERIC: 'BIGNUM',
  STRING: 'VARCHAR',
  BYTES: 'BLOB',
  DATE: 'DATE',
  DATETIME: 'TIMESTAMP',
  TIME: 'TIME',
  TIMESTAMP: 'TIMESTAMPTZ',
  INTERVAL: 'INTERVAL',
  JSON: 'JSON',
  // An absent bound is infinite, so that DuckDB compares, sorts and groups ranges as GoogleSQL does.
  'RANGE<DATE>': 'STRUCT("start" DATE, "end" DATE)',
  'RANGE<DATETIME>': 'STRUCT("start" TIMESTAMP, "end" TIMESTAMP)',
  'RANGE<TIMESTAMP>': 'STRUCT("start" TIMESTAMPTZ, "end" TIMESTAMPTZ)',
};

/** The DuckDB type that represents a GoogleSQL type. */
export function duckdbType(type: Type): string {
  if (type.kind === 'ARRAY') return `${duckdbType(type.element)}[]`;
  if (type.kind === 'STRUCT') {
    const cached = STRUCTS.get(type) ?? structType(type);
    STRUCTS.set(type, cached);
    return cached;
  }
  return TYPES[type.kind];
}

function structType(type: StructType): string {
  const fields = type.fields.map(
    (field, i) => `${quoteName(duckdbFieldName(type, i))} ${duckdbType(field.type)}`,
  );
  return `STRUCT(${fields.join(', ')})`;
}

/** Cached per type; types are immutable. */
const STRUCTS = new WeakMap<StructType, string>();
const FIELD_NAMES = new WeakMap<StructType, readonly string[]>();

/** The DuckDB name of a struct field: its own name if that is unique ignoring case, else `_1`, `_2`, … */
export function duckdbFieldName(type: StructType, index: number): string {
  const cached = FIELD_NAMES.get(type) ?? fieldNames(type);
  FIELD_NAMES.set(type, cached);
  return cached[index] ?? `_${index + 1}`;
}

function fieldNames({ fields }: StructType): readonly string[] {
  const owners = new Map<string, number>();
  for (const { name } of fields) {
    const key = name.toLowerCase();
    owners.set(key, (owners.get(key) ?? 0) + 1);
  }
  return fields.map(({ name: own }, i) => {
    const ownKey = own.toLowerCase();
    const isUnique = (key: string) => (owners.get(key) ?? 0) === (key === ownKey ? 1 : 0);
    if (own !== '' && isUnique(ownKey)) return own;
    // A field may itself be called `_2`; underscores are added until the name is unique.
    let name = `_${i + 1}`;
    while (!isUnique(name)) name = `_${name}`;
    return name;
  });
}

import { SqlError } from '../sql-error.ts';
import type { ScalarKind, StructType, Type } from '../types.ts';

const TYPES: Readonly<Record<Exclude<ScalarKind, 'BIGNUMERIC'>, string>> = {
  BOOL: 'BOOLEAN',
  INT64: 'BIGINT',
  FLOAT64: 'DOUBLE',
  NUMERIC: 'DECIMAL(38,9)',
  STRING: 'VARCHAR',
  BYTES: 'BLOB',
  DATE: 'DATE',
  DATETIME: 'TIMESTAMP',
  TIME: 'TIME',
  TIMESTAMP: 'TIMESTAMPTZ',
  INTERVAL: 'INTERVAL',
  JSON: 'JSON',
};

/** The DuckDB type that holds a GoogleSQL type's values; BIGNUMERIC has none. */
export function duckdbType(type: Type): string {
  if (type.kind === 'ARRAY') return `${duckdbType(type.element)}[]`;
  if (type.kind === 'STRUCT') {
    const fields = type.fields.map(
      (field, i) => `"${duckdbFieldName(type, i).replaceAll('"', '""')}" ${duckdbType(field.type)}`,
    );
    return `STRUCT(${fields.join(', ')})`;
  }
  if (type.kind === 'BIGNUMERIC') throw new SqlError('Type BIGNUMERIC is not supported');
  return TYPES[type.kind];
}

/** The name of a field in DuckDB: its own when it has one that is unique without case, else `_1`, `_2`, … */
export function duckdbFieldName(type: StructType, index: number): string {
  const own = type.fields[index]?.name ?? '';
  const isUnique = (name: string) =>
    type.fields.every((other, i) => i === index || other.name.toLowerCase() !== name.toLowerCase());
  if (own !== '' && isUnique(own)) return own;
  // A field may itself be called `_2`; then the place gets more underscores until nothing else has the name.
  let name = `_${index + 1}`;
  while (!isUnique(name)) name = `_${name}`;
  return name;
}

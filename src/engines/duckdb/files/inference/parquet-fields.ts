import type { SchemaField } from '#googlesql';
import type { StoredField, StoredScalar, StoredType } from '../stored-type.ts';

const TYPES: Readonly<Record<string, string>> = {
  BOOLEAN: 'BOOL',
  TINYINT: 'INT64',
  SMALLINT: 'INT64',
  INTEGER: 'INT64',
  BIGINT: 'INT64',
  UTINYINT: 'INT64',
  USMALLINT: 'INT64',
  UINTEGER: 'INT64',
  UBIGINT: 'INT64',
  FLOAT: 'FLOAT64',
  DOUBLE: 'FLOAT64',
  VARCHAR: 'STRING',
  UUID: 'STRING',
  JSON: 'JSON',
  BLOB: 'BYTES',
  DATE: 'DATE',
  TIME: 'TIME',
  'TIME WITH TIME ZONE': 'TIME',
  TIMESTAMP: 'DATETIME',
  TIMESTAMP_S: 'DATETIME',
  TIMESTAMP_MS: 'DATETIME',
  TIMESTAMP_NS: 'DATETIME',
  'TIMESTAMP WITH TIME ZONE': 'TIMESTAMP',
};

/** The fields of a Parquet file's columns, as BigQuery loads them; throws an `Error` for a type that it has not. */
export function parquetFields(
  columns: readonly StoredField[],
  around = '',
): readonly SchemaField[] {
  return columns.map(({ name, type }) => parquetField(name, type, around + name));
}

function parquetField(name: string, type: StoredType, path: string): SchemaField {
  switch (type.kind) {
    case 'scalar':
      return { name, type: scalarType(type, path), mode: 'NULLABLE' };
    case 'struct':
      return {
        name,
        type: 'RECORD',
        mode: 'NULLABLE',
        fields: parquetFields(type.fields, `${path}.`),
      };
    case 'map': {
      const pair = [
        { name: 'key', type: type.key },
        { name: 'value', type: type.value },
      ];
      return { name, type: 'RECORD', mode: 'REPEATED', fields: parquetFields(pair, `${path}.`) };
    }
    case 'list':
      return repeated(parquetField(name, type.element, path), path);
  }
}

function repeated(element: SchemaField, path: string): SchemaField {
  if (element.mode !== 'REPEATED') return { ...element, mode: 'REPEATED' };
  throw new Error(`column "${path}" is an array of arrays, which no table has`);
}

/** NUMERIC has 29 digits before the point and 9 behind it. */
function scalarType({ name, digits }: StoredScalar, path: string): string {
  if (digits) {
    const [width, scale] = digits;
    return scale <= 9 && width - scale <= 29 ? 'NUMERIC' : 'BIGNUMERIC';
  }
  const type = TYPES[name];
  if (type !== undefined) return type;
  throw new Error(`column "${path}" has the type ${name}, which no table has`);
}

import {
  DuckDBArrayType,
  DuckDBDecimalType,
  DuckDBListType,
  DuckDBMapType,
  DuckDBStructType,
  type DuckDBType,
} from '@duckdb/node-api';
import type { StoredType } from './stored-type.ts';

/** The plain form of a type of DuckDB's. */
export function storedType(type: DuckDBType): StoredType {
  if (type instanceof DuckDBListType || type instanceof DuckDBArrayType) {
    return { kind: 'list', element: storedType(type.valueType) };
  }
  if (type instanceof DuckDBStructType) {
    const fields = type.entryNames.map((name, i) => {
      const entry = type.entryTypes[i];
      if (!entry) throw new Error(`Field ${i} of a struct has no type`);
      return { name, type: storedType(entry) };
    });
    return { kind: 'struct', fields };
  }
  if (type instanceof DuckDBMapType) {
    return { kind: 'map', key: storedType(type.keyType), value: storedType(type.valueType) };
  }
  if (type instanceof DuckDBDecimalType) {
    return { kind: 'scalar', name: 'DECIMAL', digits: [type.width, type.scale] };
  }
  return { kind: 'scalar', name: type.alias ?? type.toString() };
}

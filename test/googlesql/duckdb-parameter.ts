import {
  BIGINT,
  BOOLEAN,
  DOUBLE,
  type DuckDBPreparedStatement,
  type DuckDBType,
  type DuckDBValue,
  LIST,
  listValue,
  VARCHAR,
} from '@duckdb/node-api';
import type { ScalarKind, Type } from '../../src/googlesql/types.ts';
import type { Value } from '../../src/googlesql/value.ts';

const BINDINGS: Partial<Record<ScalarKind, DuckDBType>> = {
  INT64: BIGINT,
  TIMESTAMP: BIGINT,
  FLOAT64: DOUBLE,
  BOOL: BOOLEAN,
};

/** Binds a canonical value as the DuckDB printer documents it. */
export function bindParameter(
  statement: DuckDBPreparedStatement,
  name: string,
  type: Type,
  value: Value,
): void {
  statement.bind({ [name]: bound(type, value) }, { [name]: bindingType(type) });
}

function bindingType(type: Type): DuckDBType {
  if (type.kind === 'ARRAY') return LIST(bindingType(type.element));
  return type.kind === 'STRUCT' ? VARCHAR : (BINDINGS[type.kind] ?? VARCHAR);
}

function bound(type: Type, value: Value): DuckDBValue {
  if (type.kind === 'ARRAY') {
    return listValue((value as readonly Value[]).map((item) => bound(type.element, item)));
  }
  const isInteger = bindingType(type) === BIGINT && value !== null;
  return isInteger ? BigInt(value as number | bigint) : (value as string | number | boolean | null);
}

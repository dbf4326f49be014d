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
import { bindingType, type Type, type Value } from '#googlesql/runtime';
import type { BoundParameter } from '../../engine.ts';

/** Binds the parameters of a printed statement, with the types that the printer documents. */
export function bindParameters(
  prepared: DuckDBPreparedStatement,
  parameters: readonly (readonly [name: string, parameter: BoundParameter])[],
): void {
  const values: Record<string, DuckDBValue> = {};
  const types: Record<string, DuckDBType> = {};
  for (const [name, parameter] of parameters) {
    values[name] = bindingValue(parameter.type, parameter.value);
    types[name] = duckDbType(parameter.type);
  }
  prepared.bind(values, types);
}

const TYPES = { BIGINT, BOOLEAN, DOUBLE, VARCHAR };

function duckDbType(type: Type): DuckDBType {
  if (type.kind === 'ARRAY') return LIST(duckDbType(type.element));
  if (type.kind === 'STRUCT') throw new Error('Cannot bind a parameter of type STRUCT');
  return TYPES[bindingType(type)];
}

function bindingValue(type: Type, value: Value): DuckDBValue {
  if (value === null) return null;
  if (type.kind === 'ARRAY') {
    const items = value as readonly Value[]; // Guaranteed by the type.
    return listValue(items.map((item) => bindingValue(type.element, item)));
  }
  if (bindingType(type) === 'BIGINT') return BigInt(value as number | bigint);
  return value as string | number | boolean; // What `value.ts` lists for the remaining scalar types.
}

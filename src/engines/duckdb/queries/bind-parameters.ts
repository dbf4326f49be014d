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
import type { Type, Value } from '../../../googlesql/index.ts';
import type { BoundParameter } from '../../engine.ts';

/** Binds exactly the parameters that a printed statement names, in the types that the printer documents. */
export function bindParameters(
  prepared: DuckDBPreparedStatement,
  parameters: readonly (readonly [name: string, parameter: BoundParameter])[],
): void {
  const values: Record<string, DuckDBValue> = {};
  const types: Record<string, DuckDBType> = {};
  for (const [name, parameter] of parameters) {
    values[name] = bindingValue(parameter.type, parameter.value);
    types[name] = bindingType(parameter.type);
  }
  prepared.bind(values, types);
}

function bindingType(type: Type): DuckDBType {
  switch (type.kind) {
    case 'ARRAY':
      return LIST(bindingType(type.element));
    case 'STRUCT':
      throw new Error('Cannot bind a parameter of type STRUCT');
    case 'INT64':
    case 'TIMESTAMP':
      return BIGINT;
    case 'FLOAT64':
      return DOUBLE;
    case 'BOOL':
      return BOOLEAN;
    default:
      return VARCHAR;
  }
}

function bindingValue(type: Type, value: Value): DuckDBValue {
  if (value === null) return null;
  if (type.kind === 'ARRAY') {
    const items = value as readonly Value[]; // The type says so.
    return listValue(items.map((item) => bindingValue(type.element, item)));
  }
  if (type.kind === 'INT64' || type.kind === 'TIMESTAMP') return BigInt(value as number | bigint);
  return value as string | number | boolean; // What `value.ts` lists for the remaining scalar types.
}

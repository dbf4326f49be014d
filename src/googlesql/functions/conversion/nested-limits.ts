import { SCALARS, type Type } from '../../types.ts';
import type { Lowering } from '../core/define.ts';
import { duckdbFieldName } from '../core/duckdb-type.ts';
import { bind, constant } from '../core/lowering.ts';
import { quoteName } from '../core/quote.ts';
import { constantOf, fieldOf, NULL, type Sql, sql, variable } from '../core/sql.ts';
import { lowerLimitedBig } from '../math/bignumeric.ts';

/** The limits within a type: the numbers of `STRING(5)`, or those of an element or of fields; null for none. */
export type NestedLimits =
  | readonly number[]
  | { readonly element: NestedLimits }
  | { readonly fields: readonly NestedLimits[] }
  | null;

/** CAST to an array or a struct with limits, which are the text of the second argument. */
export const lowerNestedLimits: Lowering = (call) => {
  const limits: NestedLimits = JSON.parse(String(constant(call, 1)));
  return bind(call, ([value = NULL]) => limited(value, call.type, limits));
};

function limited(value: Sql, type: Type, limits: NestedLimits): Sql {
  if (!limits) return value;
  if ('element' in limits) {
    const element = type.kind === 'ARRAY' ? type.element : type;
    return sql`list_transform(${value}, lambda e: ${limited(variable('e'), element, limits.element)})`;
  }
  if (!('fields' in limits)) return limitedScalar(value, type, limits);
  if (type.kind !== 'STRUCT') return value;
  const fields = type.fields.map((field, i) => {
    const name = duckdbFieldName(type, i);
    return sql`${quoteName(name)} := ${limited(fieldOf(value, name), field.type, limits.fields[i] ?? null)}`;
  });
  return sql`CASE WHEN ${value} IS NOT NULL THEN struct_pack(${fields}) END`;
}

function limitedScalar(value: Sql, type: Type, limits: readonly number[]): Sql {
  const numbers = limits.map((number) => constantOf(String(number)));
  if (type.kind === 'STRING') return sql`gsql_limited_string(${value}, ${numbers})`;
  if (type.kind === 'BYTES') return sql`gsql_limited_bytes(${value}, ${numbers})`;
  if (type.kind === 'NUMERIC') return sql`gsql_limited_numeric(${value}, ${numbers})`;
  const literals = [undefined, ...limits.map(BigInt)];
  const types = [type, SCALARS.INT64, SCALARS.INT64];
  const none = { part: undefined, aggregate: undefined };
  return lowerLimitedBig({ ...none, type, types, literals, arguments: [value, ...numbers] });
}

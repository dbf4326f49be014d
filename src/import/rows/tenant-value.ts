import type { Table, Type } from '#googlesql';
import { InputError } from '../input-error.ts';
import { EXPECTED, type Json, SCALAR_DECODERS } from './scalar-values.ts';

/** A tenant as a row has it, before it is decoded. */
export type TenantValue = string | boolean;

/** The type of a table's tenant; undefined if it has none. */
export function tenantType({ columns, tenant: [first, second] = [] }: Table): Type | undefined {
  const column = columns.find(({ name }) => name === first)?.type;
  if (second === undefined) return column;
  const record = column?.kind === 'ARRAY' ? column.element : column;
  return record?.kind === 'STRUCT'
    ? record.fields.find(({ name }) => name === second)?.type
    : undefined;
}

/** Reads a tenant that was given as a text; throws an `InputError` if the table has none, or one of another type. */
export function readTenant(table: Table, text: string): TenantValue {
  const kind = tenantType(table)?.kind;
  if (kind === undefined || kind === 'ARRAY' || kind === 'STRUCT') {
    throw new InputError(`Table "${table.name}" has no tenant that could be filled`);
  }
  const value = kind === 'BOOL' && /^(?:true|false)$/.test(text) ? text === 'true' : text;
  if (SCALAR_DECODERS[kind]?.(value) === undefined) {
    throw new InputError(`The tenant of table "${table.name}" must be ${EXPECTED[kind]}`);
  }
  return value;
}

/** The tenants that a decoded row names: one a row, or one an element of the record that has them. */
export function tenantsOf(row: Json, path: readonly string[]): readonly (Json | undefined)[] {
  const [first = '', second] = path;
  const value = memberOf(row, first);
  if (second === undefined) return [value];
  return (Array.isArray(value) ? value : [value]).map((element) => memberOf(element, second));
}

function memberOf(value: Json | undefined, name: string): Json | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return (value as Readonly<Record<string, Json>>)[name] ?? undefined; // Not an array, checked above.
}

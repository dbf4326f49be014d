import {
  duckdbType,
  quoteName,
  quoteText,
  type StructType,
  type Table,
  type Type,
} from '#googlesql';

/** DuckDB text of a row's tenant. NULL if it has none, or its table, or if the elements of a repeated record name several. */
export function tenantExpression({ tenant: [column, second] = [] }: Table): string {
  if (column === undefined) return 'NULL';
  const value = quoteName(column);
  if (second === undefined) return value;
  const names = `list_transform(${value}, lambda x: x.${quoteName(second)})`;
  const isOne = `len(list_distinct(${names})) = 1 AND NOT list_contains(list_transform(${names}, lambda x: x IS NULL), true)`;
  return `CASE WHEN ${isOne} THEN ${value}[1].${quoteName(second)} END`;
}

/** DuckDB text of whether a row names a tenant; a row of several has each of them. */
export function namesTenant({ tenant: [column, second] = [] }: Table): string {
  if (column === undefined) return 'true';
  const value = quoteName(column);
  if (second === undefined) return `${value} IS NOT NULL`;
  const names = `list_transform(${value}, lambda x: x.${quoteName(second)})`;
  return `coalesce(list_any_value(${names}) IS NOT NULL, false)`;
}

/** DuckDB text of the value of the tenant's column with a tenant where there is none, in the table's type. */
export function filledTenant(table: Table, value: string, tenant: string): string {
  const [first, second] = table.tenant ?? [];
  const type = table.columns.find(({ name }) => name === first)?.type;
  if (!type) return value;
  if (second === undefined) return `coalesce(${value}, ${tenantLiteral(type, tenant)})`;
  if (type.kind !== 'ARRAY' || type.element.kind !== 'STRUCT') return value;
  const filled = filledRecord(type.element, 'x', second, tenant);
  const absent = filledRecord(type.element, undefined, second, tenant);
  return `CASE WHEN len(${value}) = 0 THEN [${absent}] ELSE list_transform(${value}, lambda x: ${filled}) END`;
}

function filledRecord(
  { fields }: StructType,
  record: string | undefined,
  field: string,
  tenant: string,
): string {
  const members = fields.map(({ name, type }) => {
    const absent = type.kind === 'ARRAY' ? '[]' : 'NULL';
    const own = record === undefined ? absent : `${record}.${quoteName(name)}`;
    const value = name === field ? `coalesce(${own}, ${tenantLiteral(type, tenant)})` : own;
    return `${quoteName(name)}: CAST(${value} AS ${duckdbType(type)})`;
  });
  return `{${members.join(', ')}}`;
}

/** A tenant in the type of its column; bytes are given in base64. */
export function tenantLiteral(type: Type, tenant: string): string {
  const text = quoteText(tenant);
  return type.kind === 'BYTES' ? `from_base64(${text})` : `CAST(${text} AS ${duckdbType(type)})`;
}

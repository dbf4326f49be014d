import type { TenantKind } from '../../../src/catalog/barrier/tenant-condition.ts';

/** A table whose rows are read in place. */
export interface InPlace {
  readonly name: string;
  readonly format: 'ndjson' | 'csv' | 'parquet';
  /** Path of the column of the tenant; undefined for tables of nobody. */
  readonly tenant?: string;
  readonly kind?: TenantKind;
  readonly shared?: boolean;
}

/** One table for each type of tenants and each format; all have the columns that generated statements read. */
export const TABLES: readonly InPlace[] = [
  { name: 'events', format: 'ndjson', tenant: 'member', kind: 'STRING' },
  { name: 'letters', format: 'csv', tenant: 'member', kind: 'STRING' },
  { name: 'readings', format: 'parquet', tenant: 'member_no', kind: 'INT64' },
  { name: 'visits', format: 'csv', tenant: 'opened', kind: 'DATE' },
  { name: 'tokens', format: 'parquet', tenant: 'owner', kind: 'BYTES' },
  { name: 'answers', format: 'ndjson', tenant: 'mine', kind: 'BOOL' },
  { name: 'sharings', format: 'ndjson', tenant: 'sharing.member', kind: 'STRING' },
  { name: 'folders', format: 'parquet', tenant: 'sharing.member', kind: 'STRING' },
  { name: 'prices', format: 'csv', shared: true },
  { name: 'secrets', format: 'csv' },
];

/** Values of the pin, and the types of tenants that each is a value of. */
export const PINS: ReadonlyMap<string, readonly TenantKind[]> = new Map([
  ['2026', ['STRING', 'INT64', 'BYTES']],
  ['2026-07-01', ['STRING', 'DATE']],
  ['true', ['STRING', 'BYTES', 'BOOL']],
]);

/** The tables that a key with the pin may read. */
export function tablesOf(pin: string): readonly InPlace[] {
  const kinds = PINS.get(pin) ?? [];
  return TABLES.filter(({ kind, shared }) => shared || (kind && kinds.includes(kind)));
}

const METADATA = {
  name: 'metadata',
  type: 'RECORD',
  mode: 'REPEATED',
  fields: [
    { name: 'level', type: 'STRING' },
    { name: 'code', type: 'INT64' },
  ],
};

/** The fields of a table, in BigQuery's JSON schema format. */
export function fieldsOf({ kind, tenant }: InPlace): readonly object[] {
  const [column, field] = tenant?.split('.') ?? [];
  const ofTenant =
    field === undefined
      ? { name: column, type: kind }
      : { name: column, type: 'RECORD', mode: 'REPEATED', fields: [{ name: field, type: kind }] };
  return [
    ...(column === undefined ? [] : [ofTenant]),
    { name: 'timestamp', type: 'TIMESTAMP', mode: 'REQUIRED' },
    { name: 'id', type: 'STRING' },
    { name: 'event_message', type: 'STRING' },
    METADATA,
  ];
}

/** The members of `fieldstone.json`: few rows an answer, so that some are cut. */
export const SETTINGS = {
  tenant: 'member',
  defaults: { maxRows: 8, cache: '1h' },
  tables: Object.fromEntries(
    TABLES.map(({ format, name, shared, tenant }) => [
      name,
      {
        data: `data/${name}*.${format}`,
        ...(tenant !== undefined && { tenant }),
        ...(shared && { shared }),
        ...(tenant === 'member' && { time: 'timestamp' }),
      },
    ]),
  ),
};

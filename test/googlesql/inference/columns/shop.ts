import { parseTable, SCALARS, type SchemaField, type Table } from '#googlesql';

const required = (name: string, type: string): SchemaField => ({ name, type, mode: 'REQUIRED' });
const nullable = (name: string, type: string): SchemaField => ({ name, type });
const repeated = (name: string, type: string): SchemaField => ({ name, type, mode: 'REPEATED' });
const record = (mode: string, name: string, fields: readonly SchemaField[]): SchemaField => ({
  ...{ name, type: 'RECORD', mode, fields },
});

const SCHEMAS: Readonly<Record<string, readonly SchemaField[]>> = {
  orders: [
    ...[required('id', 'INTEGER'), nullable('customer_id', 'INTEGER')],
    ...[required('status', 'STRING'), required('amount', 'NUMERIC')],
    ...[nullable('discount', 'NUMERIC'), required('weight', 'FLOAT')],
    ...[required('ordered_at', 'TIMESTAMP'), nullable('shipped_at', 'TIMESTAMP')],
    ...[nullable('note', 'STRING'), nullable('is_gift', 'BOOLEAN'), repeated('tags', 'STRING')],
    record('REPEATED', 'items', [
      ...[required('sku', 'STRING'), required('quantity', 'INTEGER')],
      ...[nullable('price', 'NUMERIC'), repeated('codes', 'STRING')],
    ]),
    record('NULLABLE', 'address', [required('city', 'STRING'), nullable('zip', 'STRING')]),
    record('REQUIRED', 'origin', [required('country', 'STRING'), nullable('ip', 'STRING')]),
    nullable('extra', 'JSON'),
  ],
  customers: [
    ...[required('id', 'INTEGER'), required('name', 'STRING'), nullable('email', 'STRING')],
    ...[nullable('born', 'DATE'), nullable('score', 'FLOAT')],
  ],
  visits: [
    ...[required('customer_id', 'INTEGER'), required('day', 'DATE')],
    ...[required('pages', 'INTEGER'), nullable('referrer', 'STRING')],
  ],
};

/** The tables of a small shop, with columns of each mode. */
export const SHOP: ReadonlyMap<string, Table> = new Map(
  Object.entries(SCHEMAS).map(([name, fields]) => [name, parseTable(name, fields)]),
);

/** The parameters of its statements, of which only `p` is required. */
export const SHOP_PARAMETERS = new Map([
  ['p', SCALARS.STRING],
  ['q', SCALARS.STRING],
]);

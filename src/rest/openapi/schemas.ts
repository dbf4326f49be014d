import type { ColumnDescription } from '../../values/describe-column.ts';

/** A JSON Schema, draft 2020-12. */
export type Schema = Readonly<Record<string, unknown>>;

const text = (more: Schema = {}): Schema => ({ type: 'string', ...more });

/** The JSON representation of each type on the REST path. */
const SCALARS: Readonly<Record<string, Schema>> = {
  BOOL: { type: 'boolean' },
  INT64: { type: 'integer', format: 'int64' },
  FLOAT64: { type: 'number', description: 'NaN and infinities are null.' },
  NUMERIC: text({ description: 'A decimal number, as text so that no digit is lost.' }),
  BIGNUMERIC: text({ description: 'A decimal number, as text so that no digit is lost.' }),
  STRING: text(),
  BYTES: text({ contentEncoding: 'base64' }),
  DATE: text({ format: 'date' }),
  DATETIME: text({ description: 'A date and a time without an offset: 2026-07-01T10:00:00.' }),
  TIME: text(),
  TIMESTAMP: { type: 'integer', format: 'int64', description: 'Microseconds since the epoch.' },
  INTERVAL: text(),
  JSON: {},
};

/** The schema of a row. */
export function rowSchema(columns: readonly ColumnDescription[]): Schema {
  return {
    type: 'object',
    properties: Object.fromEntries(columns.map((column) => [column.name, columnSchema(column)])),
    required: columns.map(({ name }) => name),
    additionalProperties: false,
  };
}

function columnSchema({ description, fields, mode, type }: ColumnDescription): Schema {
  const element = fields ? rowSchema(fields) : (SCALARS[type] ?? {});
  const own = description ? { description } : {};
  if (mode === 'REPEATED') return { type: 'array', items: orNull(element), ...own };
  return { ...orNull(element), ...own };
}

function orNull(schema: Schema): Schema {
  const { type } = schema;
  return typeof type === 'string' ? { ...schema, type: [type, 'null'] } : schema;
}

/** What a run would be billed for. */
export const COST_SCHEMA: Schema = {
  type: 'object',
  description: 'What a run would be billed for; 0 on the embedded engine.',
  properties: {
    bytes: {
      type: ['integer', 'null'],
      format: 'int64',
      minimum: 0,
      description: 'Null where the key is restricted to one tenant.',
    },
    cost: {
      type: ['number', 'null'],
      minimum: 0,
      description: 'In US dollars; null where the bytes are, and with slot pricing.',
    },
  },
  required: ['bytes', 'cost'],
  additionalProperties: false,
};

const listOf = (name: string): Schema => ({
  type: 'array',
  items: { $ref: `#/components/schemas/${name}` },
});
const secondsOrNull = (description: string): Schema => ({
  type: ['integer', 'null'],
  format: 'int64',
  minimum: 0,
  description,
});

const PARAMETER: Schema = {
  type: 'object',
  description: 'A parameter, as this key may use it.',
  properties: {
    name: text(),
    type: { type: 'string', description: "BigQuery's type." },
    required: { type: 'boolean', description: 'Whether this key must send it.' },
    description: text(),
    argument: { type: 'string', description: 'The argument of the GraphQL field.' },
    values: { type: 'array', items: text(), description: 'The values that it has.' },
    enumValues: { type: 'array', items: text(), description: 'The same values in GraphQL.' },
    default: { description: 'What an absent or unlisted value behaves as, as it is sent.' },
    pinned: { type: 'string', description: 'The only value that this key may send.' },
    example: { description: 'A value to try, as it is sent.' },
  },
  required: ['name', 'type', 'required', 'description', 'argument'],
  additionalProperties: false,
};

const COLUMN: Schema = {
  type: 'object',
  description: "A column, as BigQuery's table schemas describe one.",
  properties: {
    name: text(),
    type: { type: 'string', description: 'Of a value, or of an element; a STRUCT has fields.' },
    mode: { enum: ['NULLABLE', 'REPEATED'] },
    required: { type: 'boolean', description: 'Whether no value is null; absent in views.' },
    description: text(),
    selection: { type: 'string', description: 'What a GraphQL operation selects of it.' },
    fields: listOf('Column'),
  },
  required: ['name', 'type', 'mode'],
  additionalProperties: false,
};

const VIEW: Schema = {
  type: 'object',
  description: 'A view that SQL of your own may read.',
  properties: {
    name: text(),
    time: {
      type: ['string', 'null'],
      description: 'The column that orders its rows in time; null without one.',
    },
    columns: listOf('Column'),
  },
  required: ['name', 'time', 'columns'],
  additionalProperties: false,
};

const ENDPOINT_MEMBERS: Schema = {
  id: { type: 'string', format: 'uuid' },
  name: text(),
  description: text(),
  deprecated: { type: ['string', 'null'], description: 'What to use in its place.' },
  path: { type: 'string', description: 'The path that runs it.' },
  field: { type: 'string', description: "The field of GraphQL's Query." },
  parameters: listOf('Parameter'),
  columns: listOf('Column'),
  returns: { enum: ['many', 'one'], description: '`one`: at most one row.' },
  tenant: {
    type: ['string', 'null'],
    description: 'The pin that restricts a key to the rows of one tenant.',
  },
  views: listOf('View'),
  sandbox: { type: 'boolean', description: 'Whether this key may send SQL of its own.' },
  maxRows: { type: 'integer', format: 'int32', minimum: 1 },
  limit: { type: 'boolean', description: 'Whether `limit` may be sent.' },
  orderBy: {
    type: 'array',
    items: text(),
    description: 'The columns that `order_by` may name.',
  },
  cacheSeconds: secondsOrNull('How long a result is fresh; null if none is cached.'),
  warmSeconds: secondsOrNull('How often a result in use is refreshed; null if none is.'),
  redacted: { type: 'boolean', description: 'Whether every answer to this key is redacted.' },
  definitionVersion: text(),
};

const ENDPOINT: Schema = {
  type: 'object',
  description: 'What the key may know of an endpoint.',
  properties: ENDPOINT_MEMBERS,
  required: Object.keys(ENDPOINT_MEMBERS),
  additionalProperties: false,
};

/** Schemas of what `/api/endpoints` answers. */
export const ENDPOINT_SCHEMAS: Schema = {
  Endpoint: ENDPOINT,
  Parameter: PARAMETER,
  Column: COLUMN,
  View: VIEW,
};

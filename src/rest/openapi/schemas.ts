import type { ColumnDescription } from '../../catalog/description/describe-columns.ts';

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

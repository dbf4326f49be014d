import type { ProvenType, ScalarKind } from '#googlesql';
import { describeValue } from '../../catalog/description/describe-columns.ts';
import type { Endpoint } from '../../endpoint/endpoint.ts';
import { camelCase } from '../../project/names.ts';
import { sentences } from '../../values/sentences.ts';
import type { OutputValue } from './row-values.ts';
import type { Schema } from './schema.ts';

const TEXT: Schema = { type: 'string' };

/** Values of each scalar as GraphQL writes them. A format that some values do not have is left out. */
const SCALARS: Readonly<Record<ScalarKind, Schema>> = {
  BOOL: { type: 'boolean' },
  INT64: { type: ['integer', 'string'], description: 'Beyond 2^53 - 1 as a string.' },
  FLOAT64: { type: 'number' },
  NUMERIC: { type: 'string', description: 'A decimal number with all its digits.' },
  BIGNUMERIC: { type: 'string', description: 'A decimal number with all its digits.' },
  STRING: TEXT,
  BYTES: { type: 'string', contentEncoding: 'base64' },
  DATE: { type: 'string', format: 'date' },
  DATETIME: { type: 'string', description: 'Without a time zone.' },
  TIME: TEXT,
  TIMESTAMP: { type: 'string', format: 'date-time' },
  INTERVAL: TEXT,
  JSON: {},
  'RANGE<DATE>': TEXT,
  'RANGE<DATETIME>': TEXT,
  'RANGE<TIMESTAMP>': TEXT,
};

/** The schema of an endpoint's rows. Members may be added later: a closed object would break clients that validate. */
export function rowSchema({ columns }: Pick<Endpoint, 'columns'>): Schema {
  return {
    type: 'object',
    properties: Object.fromEntries(
      columns.map(({ description = '', field, ...column }) => {
        const text = describeValue(description, column.type.type);
        return [field, described(valueSchema(column), text)];
      }),
    ),
    required: columns.map(({ field }) => field),
  };
}

function valueSchema({ type, scalar }: OutputValue): Schema {
  const { element, isRequired } = type;
  // Arrays are never NULL in results.
  if (element) return { type: 'array', items: valueSchema({ type: element, scalar }) };
  const schema = type.fields ? structSchema(type.fields) : scalarSchema(type, scalar);
  return isRequired ? schema : orNull(schema);
}

function structSchema(fields: NonNullable<ProvenType['fields']>): Schema {
  const members = fields.map(({ name, type }) => [camelCase(name), valueSchema({ type })] as const);
  return {
    type: 'object',
    properties: Object.fromEntries(members),
    required: members.map(([name]) => name),
  };
}

function scalarSchema({ isSafeInteger, type }: ProvenType, scalar: string | undefined): Schema {
  if (isSafeInteger) return { type: 'integer' };
  return SCALARS[scalar === 'DateTime' ? 'TIMESTAMP' : (type.kind as ScalarKind)];
}

function orNull(schema: Schema): Schema {
  const { type } = schema;
  return type === undefined ? schema : { ...schema, type: [type, 'null'].flat() };
}

/** The schema with a description before its own. */
function described(schema: Schema, text: string): Schema {
  const all = sentences(text, schema['description'] as string | undefined);
  return all === '' ? schema : { ...schema, description: all };
}

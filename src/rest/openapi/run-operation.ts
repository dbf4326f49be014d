import { MAX_SQL_BYTES } from '#googlesql';
import type {
  EndpointDescription,
  ParameterDescription,
} from '../../catalog/description/describe-endpoint.ts';
import { SHAPE_NAMES } from '../../catalog/description/shape-abilities.ts';
import { pascalCase } from '../../project/names.ts';
import { LIMITS } from '../../server/hooks/limits.ts';
import { failuresOf, headersOf, ROWS_HEADERS } from './responses.ts';
import type { Schema } from './schemas.ts';

const SQL_EXAMPLE = 'SELECT 1 AS n';

const OWN_SQL: Schema = {
  type: 'string',
  description: 'A SELECT of your own over the views of the endpoint, in GoogleSQL.',
};

/** A longer value does not fit in a URL, however it is escaped. */
const IN_URL: Schema = { maxLength: LIMITS.maxUrlBytes };
/** The same of a body. */
const IN_BODY: Schema = { maxLength: LIMITS.maxBodyBytes };

/** The schema name of an endpoint's rows. */
export function rowName({ name }: EndpointDescription): string {
  return `${pascalCase(name)}Row`;
}

/** The operations that run an endpoint. */
export function runPath(endpoint: EndpointDescription): Schema {
  const { description, maxRows, name, sandbox } = endpoint;
  const common = {
    tags: ['Endpoints'],
    summary: `Run ${name}`,
    description: `${description} At most ${maxRows} rows${sandbox ? ', of `sql` too' : ''}.`,
    responses: { 200: rowsResponse(endpoint), ...failuresOf() },
  };
  const id = pascalCase(name);
  return {
    parameters: [
      { $ref: '#/components/parameters/RedactPii' },
      { $ref: '#/components/parameters/JobLabels' },
    ],
    get: {
      ...common,
      operationId: `get${id}`,
      parameters: [
        ...endpoint.parameters.map(queryParameter),
        ...shapeParameters(endpoint),
        ...(sandbox ? [{ name: 'sql', in: 'query', schema: { ...OWN_SQL, ...IN_URL } }] : []),
        { $ref: '#/components/parameters/IfNoneMatch' },
      ],
      responses: { ...common.responses, 304: { $ref: '#/components/responses/NotModified' } },
    },
    post: { ...common, operationId: `post${id}`, requestBody: bodyOf(endpoint) },
  };
}

/** The path of an endpoint's cost. */
export function costPath({ name }: EndpointDescription): string {
  return `/api/endpoints/${name}/cost`;
}

/** The operation that says what a run would be billed for. */
export function costOf(endpoint: EndpointDescription): Schema {
  const { name } = endpoint;
  return {
    post: {
      tags: ['Endpoints'],
      operationId: `cost${pascalCase(name)}`,
      summary: `Cost of ${name}`,
      description:
        'The bytes that a run with these arguments would be billed for, by a dry run that is at most a minute old, and their price. Nothing is run.',
      requestBody: bodyOf(endpoint),
      responses: {
        200: {
          description: 'The cost.',
          headers: headersOf(),
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Cost' } } },
        },
        ...failuresOf(),
      },
    },
  };
}

/** What limits and orders the rows, by name: in the query string as in a body. */
function shapeSchemas(
  { limit, maxRows, orderBy }: EndpointDescription,
  bound: Schema,
): Readonly<Record<string, Schema>> {
  const most = {
    description: 'The most rows to answer.',
    type: 'integer',
    format: 'int32',
    minimum: 1,
    maximum: maxRows,
  };
  const order = {
    description: `Columns to order by, with commas; \`-\` before one is descending: ${orderBy.join(', ')}.`,
    type: 'string',
    ...bound,
    examples: [`-${orderBy[0]}`],
  };
  return {
    ...(limit && { [SHAPE_NAMES.limit]: most }),
    ...(orderBy.length > 0 && { [SHAPE_NAMES.orderBy]: order }),
  };
}

function shapeParameters(endpoint: EndpointDescription): readonly Schema[] {
  return Object.entries(shapeSchemas(endpoint, IN_URL)).map(
    ([name, { description, ...schema }]) => {
      return { name, in: 'query', description, schema };
    },
  );
}

function queryParameter(parameter: ParameterDescription): Schema {
  const { description, name, required } = parameter;
  return {
    name,
    in: 'query',
    description: describe(parameter, description),
    ...(required && { required }),
    schema: valueSchema(parameter, IN_URL),
    ...(required && parameter.example !== undefined && { example: parameter.example }),
  };
}

function describe(
  { default: value, pinned, type, values }: ParameterDescription,
  text: string,
): string {
  if (pinned === undefined && hasLongInteger(type, value)) {
    return `${text} Without it ${[value].flat().join(', ')}.`.trimStart();
  }
  if (pinned !== undefined) return `${text} This key is restricted to one value.`.trimStart();
  const isFallback = values !== undefined && value !== undefined;
  return isFallback ? `${text} Any other value behaves as \`${value}\`.`.trimStart() : text;
}

/** Listed values are only examples if there is a fallback, because any value is then accepted. */
function valueSchema(
  { default: value, pinned, type, values }: ParameterDescription,
  limit: Schema,
): Schema {
  if (pinned !== undefined) return { type: 'string', const: pinned };
  const own = value === undefined || hasLongInteger(type, value) ? {} : { default: value };
  if (values && value !== undefined) {
    return { type: 'string', ...limit, ...own, examples: values };
  }
  if (values) return { type: 'string', enum: values };
  const [, element] = /^ARRAY<(.*)>$/.exec(type) ?? [];
  if (element === undefined) return { ...scalarSchema(type, limit), ...own };
  return { type: 'array', items: scalarSchema(element, limit), maxItems: MAX_ITEMS, ...own };
}

/** Whether a default of INT64 has digits that a number of JSON would lose: it is a text, which the schema does not allow. */
function hasLongInteger(type: string, value: unknown): boolean {
  return type.includes('INT64') && [value].flat().some((item) => typeof item === 'string');
}

/** No request can hold more. */
const MAX_ITEMS = 10_000;

/** A scalar argument; those of other types are text. */
function scalarSchema(type: string, limit: Schema): Schema {
  return SCALARS[type] ?? { type: 'string', ...limit, ...FORMATS[type] };
}

const SCALARS: Readonly<Record<string, Schema>> = {
  BOOL: { type: 'boolean' },
  INT64: { type: 'integer', format: 'int64' },
  FLOAT64: { type: 'number' },
};

/** What is said of texts that stand for values of other types. */
const FORMATS: Readonly<Record<string, Schema>> = {
  NUMERIC: { description: 'A decimal number, with all its digits.' },
  BIGNUMERIC: { description: 'A decimal number, with all its digits.' },
  BYTES: { contentEncoding: 'base64' },
  DATE: { format: 'date' },
  DATETIME: { examples: ['2026-07-01T10:00:00'] },
  TIMESTAMP: { examples: ['2026-07-01T10:00:00Z'] },
};

function bodyOf(endpoint: EndpointDescription): Schema {
  const { parameters, sandbox } = endpoint;
  const needed = parameters.filter(({ required }) => required);
  const schema = {
    type: 'object',
    description: 'The parameters; a member wins over the query string, and others are ignored.',
    properties: {
      ...Object.fromEntries(parameters.map((one) => [one.name, valueSchema(one, IN_BODY)])),
      ...shapeSchemas(endpoint, IN_BODY),
      ...(sandbox && { sql: { ...OWN_SQL, maxLength: MAX_SQL_BYTES } }),
    },
    required: needed.map(({ name }) => name),
  };
  const example = {
    ...Object.fromEntries(needed.map(({ example: value, name }) => [name, value])),
    ...(sandbox && { sql: SQL_EXAMPLE }),
  };
  return {
    required: true,
    content: {
      'application/json': { schema, example },
      'application/x-www-form-urlencoded': { schema },
    },
  };
}

function rowsResponse(endpoint: EndpointDescription): Schema {
  const row = { $ref: `#/components/schemas/${rowName(endpoint)}` };
  const items = endpoint.sandbox ? { anyOf: [row, { $ref: '#/components/schemas/OwnRow' }] } : row;
  const schema = {
    type: 'object',
    properties: { result: { type: 'array', items, maxItems: endpoint.maxRows } },
    required: ['result'],
  };
  return {
    description: 'The rows.',
    headers: headersOf(
      'Age',
      'Cache-Status',
      'Content-Disposition',
      'ETag',
      ...ROWS_HEADERS,
      'Server-Timing',
    ),
    content: {
      'application/json': { schema },
      'text/csv': { schema: { type: 'string' } },
      'application/x-ndjson': { schema: { type: 'string' } },
    },
  };
}

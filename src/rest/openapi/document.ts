import type { EndpointDescription } from '../../catalog/description/describe-endpoint.ts';
import { LIMITS } from '../../server/hooks/limits.ts';
import { FAILURES, failuresOf, HEADERS, headersOf, PROBLEM, ROWS_HEADERS } from './responses.ts';
import { costOf, costPath, rowName, runPath } from './run-operation.ts';
import { COST_SCHEMA, ENDPOINT_SCHEMAS, rowSchema, type Schema } from './schemas.ts';

/** The OpenAPI 3.1 document of the REST path for a key that may run these endpoints. */
export function openApiDocument(endpoints: readonly EndpointDescription[]): Schema {
  return {
    openapi: '3.1.1',
    info: {
      title: 'Fieldstone',
      version: '1.0.0',
      summary: 'Stored, parameterised GoogleSQL queries over log data.',
      description:
        'Each endpoint is a stored query that answers rows. A key decides which of them it may run, with what, and whether it may send SQL of its own.',
      license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
    },
    servers: [
      {
        url: '/',
        description: 'The service that this document is of, local or in production.',
        'x-internal': false,
      },
    ],
    security: [{ apiKey: [] }, { bearer: [] }],
    tags: [
      { name: 'Endpoints', description: 'Run stored queries, and see which there are.' },
      { name: 'Health', description: 'Whether the service is there.' },
    ],
    paths: {
      ...Object.fromEntries(endpoints.map((endpoint) => [endpoint.path, runPath(endpoint)])),
      ...Object.fromEntries(endpoints.map((endpoint) => [costPath(endpoint), costOf(endpoint)])),
      '/api/endpoints': { get: listOperation() },
      '/api/endpoints/{idOrName}': { get: describeOperation(endpoints) },
      '/openapi.json': { get: documentOperation() },
      '/livez': { get: healthOperation('getLivez', 'Whether the process answers') },
      '/health': { get: healthOperation('getHealth', 'The same as `/livez`') },
      '/readyz': { get: healthOperation('getReadyz', 'Whether the engine answers') },
    },
    components: {
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'X-API-KEY' },
        bearer: { type: 'http', scheme: 'bearer' },
      },
      parameters: PARAMETERS,
      headers: HEADERS,
      responses: { NotModified: NOT_MODIFIED, ...FAILURES },
      schemas: {
        ...Object.fromEntries(endpoints.map((one) => [rowName(one), rowSchema(one.columns)])),
        OwnRow: { type: 'object', description: 'A row of your own SQL, by its column names.' },
        ...ENDPOINT_SCHEMAS,
        Cost: COST_SCHEMA,
        Problem: PROBLEM,
      },
    },
  };
}

const NOT_MODIFIED: Schema = {
  description: 'The rows are still those of the entity tag in `If-None-Match`.',
  headers: headersOf('Age', 'Cache-Status', 'ETag', ...ROWS_HEADERS, 'Server-Timing'),
};

/** A longer value could not be sent. */
const HEADER_VALUE: Schema = { type: 'string', maxLength: LIMITS.maxHeaderBytes };

const PARAMETERS: Schema = {
  RedactPii: {
    name: 'SVC-ENDPOINT-REDACT-PII',
    in: 'header',
    description: 'Any value but an empty one, `false` and `0` hides personal data.',
    schema: HEADER_VALUE,
  },
  JobLabels: {
    name: 'SVC-ENDPOINT-LABELS',
    in: 'header',
    description:
      'Labels for the jobs of the request, like `team=search,dashboard=errors`; names that the service does not allow are ignored.',
    schema: HEADER_VALUE,
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'Entity tags of answers that you have.',
    schema: HEADER_VALUE,
  },
};

/** What every path may answer: a wrong `Host`, a URL or headers that are too long, a fault, no connection left. */
const ANYWHERE = [400, 414, 431, 500, 503];
const WITH_KEY = [...ANYWHERE, 401, 429];

function listOperation(): Schema {
  return {
    tags: ['Endpoints'],
    operationId: 'getEndpoints',
    summary: 'What the key may run',
    description: 'Every endpoint that the key may run, with parameters, columns and views.',
    responses: {
      200: answer('The endpoints.', {
        type: 'object',
        properties: {
          billed: { type: 'boolean', description: 'Whether runs are billed by their bytes.' },
          endpoints: { type: 'array', items: { $ref: '#/components/schemas/Endpoint' } },
        },
        required: ['billed', 'endpoints'],
        additionalProperties: false,
      }),
      ...failuresOf(WITH_KEY),
    },
  };
}

function describeOperation([first]: readonly EndpointDescription[]): Schema {
  const parameter = {
    name: 'idOrName',
    in: 'path',
    required: true,
    description: "The endpoint's UUID or name.",
    schema: { type: 'string', maxLength: LIMITS.maxUrlBytes },
    ...(first && { example: first.name }),
  };
  return {
    tags: ['Endpoints'],
    operationId: 'getEndpoint',
    summary: 'What one endpoint is',
    description: 'Parameters, columns and views of one endpoint.',
    parameters: [parameter],
    responses: {
      200: answer('The endpoint.', { $ref: '#/components/schemas/Endpoint' }),
      ...failuresOf([...WITH_KEY, 403, 404]),
    },
  };
}

function documentOperation(): Schema {
  return {
    tags: ['Endpoints'],
    operationId: 'getDocument',
    summary: 'This document',
    description: 'The REST contract in OpenAPI, with what the key may run.',
    responses: {
      200: answer('The document.', { type: 'object' }),
      ...failuresOf(WITH_KEY),
    },
  };
}

function healthOperation(id: string, summary: string): Schema {
  const schema = {
    type: 'object',
    properties: {
      status: { enum: ['alive', 'ready', 'degraded'] },
      absent: {
        type: 'integer',
        format: 'int32',
        minimum: 1,
        description: 'Columns and tables that are read as NULL or empty, as there are none.',
      },
      damaged: {
        type: 'integer',
        format: 'int32',
        minimum: 1,
        description: 'Tables whose data are damaged: requests that read them fail.',
      },
      unready: {
        type: 'integer',
        format: 'int32',
        minimum: 1,
        description: 'Endpoints that the engine cannot answer, since a table is not as declared.',
      },
      identityProvider: {
        enum: ['unreadable'],
        description:
          'Keys of the identity provider cannot be fetched: cached ones and API keys go on.',
      },
    },
    required: ['status'],
    additionalProperties: false,
  };
  return {
    tags: ['Health'],
    operationId: id,
    summary,
    description: `${summary}; needs no key.`,
    security: [],
    responses: { 200: answer('It does.', schema), ...failuresOf(ANYWHERE) },
  };
}

function answer(description: string, schema: Schema): Schema {
  return { description, headers: headersOf(), content: { 'application/json': { schema } } };
}

import type { EndpointDescription } from '../../catalog/description/describe-endpoint.ts';
import { FAILURES, failuresOf, HEADERS, headersOf, PROBLEM } from './responses.ts';
import { rowName, runPath } from './run-operation.ts';
import { rowSchema, type Schema } from './schemas.ts';

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
    servers: [{ url: '/', description: 'This service.' }],
    security: [{ apiKey: [] }, { bearer: [] }],
    tags: [
      { name: 'Endpoints', description: 'Run stored queries, and see which there are.' },
      { name: 'Health', description: 'Whether the service is there.' },
    ],
    paths: {
      ...Object.fromEntries(endpoints.map((endpoint) => [endpoint.path, runPath(endpoint)])),
      '/api/endpoints': { get: listOperation() },
      '/api/endpoints/{idOrName}': { get: describeOperation(endpoints) },
      '/livez': { get: healthOperation('getLivez', 'Whether the process answers') },
      '/readyz': { get: healthOperation('getReadyz', 'Whether the engine answers', [503]) },
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
        Endpoint: ENDPOINT,
        Problem: PROBLEM,
      },
    },
  };
}

const NOT_MODIFIED: Schema = {
  description: 'The rows are still those of the entity tag in `If-None-Match`.',
  headers: headersOf('Age', 'Cache-Control', 'Cache-Status', 'ETag', 'Server-Timing'),
};

const PARAMETERS: Schema = {
  RedactPii: {
    name: 'SVC-ENDPOINT-REDACT-PII',
    in: 'header',
    description: 'Any value but an empty one, `false` and `0` hides personal data.',
    schema: { type: 'string' },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'Entity tags of answers that you have.',
    schema: { type: 'string' },
  },
};

const ENDPOINT: Schema = {
  type: 'object',
  description: 'What the key may know of an endpoint.',
  properties: {
    id: { type: 'string', format: 'uuid' },
    name: { type: 'string' },
    description: { type: 'string' },
    path: { type: 'string' },
    field: { type: 'string' },
    parameters: { type: 'array', items: { type: 'object' } },
    columns: { type: 'array', items: { type: 'object' } },
    views: { type: 'array', items: { type: 'object' } },
    sandbox: { type: 'boolean' },
    maxRows: { type: 'integer' },
    cacheSeconds: { type: ['integer', 'null'] },
    warmSeconds: { type: ['integer', 'null'] },
    redacted: { type: 'boolean' },
    definitionVersion: { type: 'string' },
  },
  required: ['id', 'name', 'description', 'path', 'parameters', 'columns', 'views'],
};

function listOperation(): Schema {
  const items = { $ref: '#/components/schemas/Endpoint' };
  return {
    tags: ['Endpoints'],
    operationId: 'getEndpoints',
    summary: 'What the key may run',
    description: 'Every endpoint that the key may run, with parameters, columns and views.',
    responses: {
      200: answer('The endpoints.', {
        type: 'object',
        properties: { endpoints: { type: 'array', items } },
        required: ['endpoints'],
      }),
      ...failuresOf([401, 429]),
    },
  };
}

function describeOperation([first]: readonly EndpointDescription[]): Schema {
  const parameter = {
    name: 'idOrName',
    in: 'path',
    required: true,
    description: "The endpoint's UUID or name.",
    schema: { type: 'string' },
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
      ...failuresOf([401, 403, 404, 429]),
    },
  };
}

function healthOperation(id: string, summary: string, failures: readonly number[] = []): Schema {
  const schema = { type: 'object', properties: { status: { type: 'string' } } };
  const content = { 'application/json': { schema } };
  return {
    tags: ['Health'],
    operationId: id,
    summary,
    description: `${summary}; needs no key.`,
    security: [],
    responses: { 200: { description: 'It does.', content }, ...failuresOf(failures) },
  };
}

function answer(description: string, schema: Schema): Schema {
  return { description, headers: headersOf(), content: { 'application/json': { schema } } };
}

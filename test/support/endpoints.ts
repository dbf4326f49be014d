import { defineEndpoint, type Endpoint } from '../../src/endpoint/endpoint.ts';
import type { EndpointDeclaration, EndpointSpec } from '../../src/endpoint/endpoint-spec.ts';
import { parseHeader } from '../../src/googlesql/index.ts';
import { completeEndpoint } from '../../src/project/completion/complete-endpoint.ts';
import type { Tables } from '../../src/project/tables/tables.ts';
import { PROJECT } from './project.ts';

/** The endpoint of this repository with a name. */
function stored(name: string): Endpoint {
  const endpoint = PROJECT.endpoints.find((one) => one.name === name);
  if (!endpoint) throw new Error(`There is no endpoint "${name}"`);
  return endpoint;
}

export const logsAll = stored('logs.all');
export const usageApiCounts = stored('usage.api-counts');
export const functionsInvocationStats = stored('functions.invocation-stats');

/** Completes an endpoint with a text and a declaration, as a project does. */
export function completed(
  name: string,
  sql: string,
  declaration: EndpointDeclaration = {},
  tables: Tables = PROJECT.tables,
): Endpoint {
  const source = { name, file: `${name}.sql`, sql, header: parseHeader(sql), declaration };
  return completeEndpoint(source, { tables, ...NO_DEFINITIONS, defaults: DEFAULTS });
}

/** The same, of a declaration as `endpoint.ts` writes it. */
export function defined(name: string, sql: string, spec: EndpointSpec, tables?: Tables): Endpoint {
  return completed(name, sql, defineEndpoint(spec), tables);
}

const DEFAULTS = {
  maxRows: 1_000,
  cacheSeconds: undefined,
  warmSeconds: undefined,
  sandbox: false,
  redactPii: false,
  shape: false,
};

const NO_DEFINITIONS = {
  definitions: { functions: [], views: [] },
  viewColumns: new Map<string, ReadonlyMap<string, string>>(),
};

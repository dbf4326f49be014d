import type { GraphQLObjectType, GraphQLSchema } from 'graphql';
import { parameterType, provenColumn, spellType } from '#googlesql';
import { viewColumns } from '../../catalog/description/describe-columns.ts';
import type { PreparedEndpoint } from '../../catalog/prepare.ts';
import { durationText } from '../../endpoint/durations.ts';
import type { Parameter } from '../../endpoint/endpoint.ts';
import type { EndpointSettings } from '../../endpoint/endpoint-spec.ts';
import { pascalCase } from '../../project/names.ts';

/** A JSON object whose members without a value are left out. */
type Members = Readonly<Record<string, unknown>>;

/**
 * The contract of a project's endpoints as JSON text: all that callers of any interface rely on. Columns are in the
 * order of the query, all other members sorted.
 */
export function printContract(
  endpoints: readonly PreparedEndpoint[],
  schema: GraphQLSchema,
): string {
  const contract = {
    version: 1,
    endpoints: Object.fromEntries(
      endpoints.map((endpoint) => [endpoint.definition.name, endpointContract(endpoint, schema)]),
    ),
  };
  return `${JSON.stringify(sorted(contract), undefined, 2)}\n`;
}

/** What the contract says of an endpoint. */
export function endpointContract(endpoint: PreparedEndpoint, schema: GraphQLSchema) {
  const { columns, deprecated, field, id, name, parameters, returns, settings, statement } =
    endpoint.definition;
  return {
    id,
    field,
    parameters: Object.fromEntries(
      Object.entries(parameters).map(([parameter, spec]) => [parameter, parameterMembers(spec)]),
    ),
    columns: columns.map(({ name: column, field: of, type }) => ({
      name: column,
      type: spellType(type),
      graphql: fieldType(schema, `${pascalCase(name)}Row`, of),
    })),
    returns,
    tenant: tenantMembers(endpoint),
    shape: settings.shape,
    engine: statement.kind === 'foreign' ? 'bigquery' : undefined,
    settings: settingsMembers(settings),
    views: settings.sandbox ? viewMembers(endpoint) : undefined,
    deprecated,
    text: statement.kind === 'foreign' ? statement.hash : undefined,
  };
}

function parameterMembers({ type, isRequired, values, ...spec }: Parameter) {
  return {
    type: spellType(parameterType(type, isRequired)),
    default: spec.default?.text,
    values: values && Object.keys(values),
  };
}

function fieldType(schema: GraphQLSchema, type: string, field: string): string | undefined {
  const row = schema.getType(type) as GraphQLObjectType | undefined;
  return row?.getFields()[field]?.type.toString();
}

function tenantMembers({ tenancy, tables }: PreparedEndpoint) {
  const paths = [...tables.values()].flatMap(({ name, tenant }) =>
    tenant ? [[name, tenant.join('.')] as const] : [],
  );
  if (paths.length === 0) return undefined;
  return {
    pin: tenancy.pins.pin,
    parameter: tenancy.parameter,
    tables: Object.fromEntries(paths),
  };
}

function settingsMembers(settings: EndpointSettings) {
  const { cacheSeconds, maxBytesBilled, maxRows, redactPii, sandbox, warmSeconds } = settings;
  return {
    maxRows,
    maxBytes: maxBytesBilled,
    cache: durationText(cacheSeconds),
    warm: durationText(warmSeconds),
    sandbox,
    redact: redactPii,
  };
}

function viewMembers(endpoint: PreparedEndpoint): Members {
  return Object.fromEntries(
    viewColumns(endpoint).map(({ name, columns }) => [
      name,
      columns.map((column) => ({
        name: column.name,
        type: spellType(provenColumn(column.type)),
      })),
    ]),
  );
}

/** The value with the members of its objects sorted by name, without those that have none. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .sort(([one], [other]) => (one < other ? -1 : Number(one > other)))
      .map(([name, member]) => [name, sorted(member)]),
  );
}

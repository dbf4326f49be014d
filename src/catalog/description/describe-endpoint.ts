import { type Type, typeName, type Value } from '#googlesql';
import type { Caller } from '../../auth/caller.ts';
import type { Endpoint } from '../../endpoint/endpoint.ts';
import { exampleArgument } from '../../endpoint/example-argument.ts';
import { formatIsoTimestamp } from '../../endpoint/iso-timestamp.ts';
import { camelCase } from '../../project/names.ts';
import { toJsonValue } from '../../values/json-value.ts';
import { getOrInsertComputed } from '../../values/memory.ts';
import type { PreparedEndpoint } from '../prepare.ts';
import { argumentPins } from '../tenancy.ts';
import {
  describeProven,
  describeValue,
  describeViews,
  type ProvenColumnDescription,
  selectionOf,
  type ViewDescription,
} from './describe-columns.ts';
import { isOrderable, shapeAbilities } from './shape-abilities.ts';

/** A parameter as one key may use it. */
export interface ParameterDescription {
  readonly name: string;
  /** BigQuery's type: `STRING`, `ARRAY<INT64>`. */
  readonly type: string;
  /** Whether this key must send it. */
  readonly required: boolean;
  readonly description: string;
  /** The argument of the GraphQL field. */
  readonly argument: string;
  readonly values?: readonly string[];
  /** The same values in GraphQL, in the same order. */
  readonly enumValues?: readonly string[];
  /** The value that an absent or unlisted one behaves as, as it is sent over REST. */
  readonly default?: unknown;
  /** The only value that this key may send. */
  readonly pinned?: string;
  readonly example?: unknown;
}

/** A column of an endpoint's rows. */
export interface EndpointColumnDescription extends ProvenColumnDescription {
  readonly description: string;
  /** What a GraphQL operation selects of it, with all that is nested in it: `items { productId quantity }`. */
  readonly selection: string;
}

/** What a key that may run an endpoint may see of it: neither SQL nor tables. */
export interface EndpointDescription {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** What to use in its place; null if it is not deprecated. */
  readonly deprecated: string | null;
  /** The REST path that runs it. */
  readonly path: string;
  /** The field of GraphQL's `Query` type. */
  readonly field: string;
  readonly parameters: readonly ParameterDescription[];
  readonly columns: readonly EndpointColumnDescription[];
  /** `one`: at most one row is answered. */
  readonly returns: 'many' | 'one';
  /** The pin that restricts a key to one tenant's rows; null if the tables have no tenants. */
  readonly tenant: string | null;
  /** The views that this key's SQL may read; empty if it may send none. */
  readonly views: readonly ViewDescription[];
  /** Whether this key may send its own SQL. */
  readonly sandbox: boolean;
  readonly maxRows: number;
  /** Whether callers may send `limit`. */
  readonly limit: boolean;
  /** The columns that callers may order rows by, with `order_by`. */
  readonly orderBy: readonly string[];
  /** How long a result is fresh; null if results are not cached. */
  readonly cacheSeconds: number | null;
  /** How often a result in use is refreshed; null if results are not warmed. */
  readonly warmSeconds: number | null;
  /** Whether every answer to this key is redacted, even if not requested. */
  readonly redacted: boolean;
  readonly definitionVersion: string;
}

/** The parts that are the same for every key. */
interface Common {
  readonly columns: readonly EndpointColumnDescription[];
  readonly views: readonly ViewDescription[];
}

const common = new WeakMap<PreparedEndpoint, Common>();

/** Describes an endpoint to a key that may run it. */
export function describeEndpoint(endpoint: PreparedEndpoint, caller: Caller): EndpointDescription {
  const { id, name, deprecated, description = '', returns, settings } = endpoint.definition;
  const { columns, views } = getOrInsertComputed(common, endpoint, describeCommon);
  const sandbox = settings.sandbox && caller.sandbox;
  const abilities = shapeAbilities(endpoint.definition);
  return {
    id,
    name,
    description,
    deprecated: deprecated ?? null,
    path: restPath(name),
    field: endpoint.definition.field,
    parameters: describeParameters(endpoint, caller),
    columns,
    returns,
    tenant: hasTenant(endpoint) ? (endpoint.tenancy.pins.pin ?? null) : null,
    views: sandbox ? views : [],
    sandbox,
    maxRows: settings.maxRows,
    limit: abilities.limit,
    orderBy: abilities.orderBy
      ? endpoint.definition.columns.filter(isOrderable).map((column) => column.name)
      : [],
    cacheSeconds: settings.cacheSeconds ?? null,
    warmSeconds: settings.warmSeconds ?? null,
    redacted: settings.redactPii || caller.redact,
    definitionVersion: endpoint.version,
  };
}

/** The REST path that runs an endpoint. */
function restPath(name: string): string {
  return `/api/endpoints/query/${name}`;
}

function hasTenant({ tables }: PreparedEndpoint): boolean {
  return [...tables.values()].some(({ tenant }) => tenant !== undefined);
}

function describeCommon(endpoint: PreparedEndpoint): Common {
  const columns = endpoint.definition.columns.map(
    ({ description = '', field, name, recordName, type }) => ({
      ...describeProven(name, type),
      description: describeValue(description, type.type),
      selection: recordName ? `${field}Json` : selectionOf(field, type),
    }),
  );
  return { columns, views: describeViews(endpoint) };
}

function describeParameters(
  endpoint: PreparedEndpoint,
  caller: Caller,
): readonly ParameterDescription[] {
  const pins = argumentPins(endpoint, caller.pins);
  return Object.entries(endpoint.definition.parameters).map(([name, spec]) => {
    const { description = '', example, fallback, isRequired, type, values } = spec;
    const pinned = pins.get(name);
    const mayBeAbsent = fallback !== undefined || spec.default !== undefined;
    return {
      name,
      type: typeName(type),
      required: isRequired && !mayBeAbsent && pinned === undefined,
      description,
      argument: camelCase(name),
      ...(values && { values: Object.keys(values), enumValues: Object.values(values) }),
      ...(fallback !== undefined && { default: fallback }),
      ...(spec.default && { default: sentValue(type, spec.default.value as Value) }),
      ...(pinned !== undefined && { pinned }),
      ...(example !== undefined && { example: pinned ?? example }),
    };
  });
}

/** A value in the form in which REST takes it: moments and JSON are texts. */
function sentValue(type: Type, value: Value): unknown {
  if (type.kind === 'ARRAY') {
    return (value as readonly Value[]).map((item) => sentValue(type.element, item));
  }
  if (type.kind === 'TIMESTAMP') return formatIsoTimestamp(value as bigint);
  return type.kind === 'JSON' ? value : toJsonValue(type)(value);
}

/**
 * A REST path with a query string that runs one of some endpoints with its examples; undefined if there is none. The
 * endpoint is the first that declares an example of callers' SQL, else the first.
 */
export function examplePath(endpoints: readonly Endpoint[]): string | undefined {
  const endpoint = endpoints.find(({ exampleSql }) => exampleSql !== undefined) ?? endpoints[0];
  if (!endpoint) return undefined;
  const examples = Object.entries(endpoint.parameters)
    .filter(([, { isRequired, default: other }]) => isRequired && other === undefined)
    .map(([name, parameter]) => [name, String(exampleArgument(parameter))]);
  const query = new URLSearchParams(examples).toString();
  return restPath(endpoint.name) + (query && `?${query}`);
}

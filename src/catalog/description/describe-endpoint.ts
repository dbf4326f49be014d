import type { Caller } from '../../auth/caller.ts';
import { camelCase, isRequired, scalarOf } from '../../endpoint/endpoint.ts';
import type { PreparedEndpoint } from '../prepare.ts';
import {
  type ColumnDescription,
  describeColumn,
  describeViews,
  type ViewDescription,
} from './describe-columns.ts';

/** One parameter, as far as a key has a say in it. */
export interface ParameterDescription {
  readonly name: string;
  /** BigQuery's type. */
  readonly type: string;
  /** Whether this key must send it. */
  readonly required: boolean;
  readonly description: string;
  readonly values?: readonly string[];
  /** What an absent value, and any that is not listed, behaves as. */
  readonly default?: string;
  /** The one value that this key may send. */
  readonly pinned?: string;
  readonly example?: string;
}

/** What one key may know of an endpoint that it may run: nothing of its SQL and tables. */
export interface EndpointDescription {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** Where REST runs it. */
  readonly path: string;
  /** The field of GraphQL's `Query`. */
  readonly field: string;
  readonly parameters: readonly ParameterDescription[];
  readonly columns: readonly ColumnDescription[];
  /** What SQL of this key may read; empty where it may send none. */
  readonly views: readonly ViewDescription[];
  /** Whether this key may send its own SQL. */
  readonly sandbox: boolean;
  readonly maxRows: number;
  /** How long a result is fresh; null where none is kept. */
  readonly cacheSeconds: number | null;
  /** How often a result in use is refreshed; null where none is. */
  readonly warmSeconds: number | null;
  /** Whether every answer to this key is redacted, whatever it asks for. */
  readonly redacted: boolean;
  readonly definitionVersion: string;
}

/** What is the same for every key. */
interface Common {
  readonly columns: readonly ColumnDescription[];
  readonly views: readonly ViewDescription[];
}

const common = new WeakMap<PreparedEndpoint, Common>();

/** Describes an endpoint to a key that may run it. */
export function describeEndpoint(endpoint: PreparedEndpoint, caller: Caller): EndpointDescription {
  const { id, name, description, settings } = endpoint.definition;
  const { columns, views } = common.get(endpoint) ?? remember(endpoint);
  const sandbox = settings.sandbox && caller.sandbox;
  return {
    id,
    name,
    description,
    path: `/api/endpoints/query/${name}`,
    field: camelCase(name),
    parameters: describeParameters(endpoint, caller),
    columns,
    views: sandbox ? views : [],
    sandbox,
    maxRows: settings.maxRows,
    cacheSeconds: settings.cacheSeconds ?? null,
    warmSeconds: settings.warmSeconds ?? null,
    redacted: settings.redactPii || caller.redact,
    definitionVersion: endpoint.version,
  };
}

function remember(endpoint: PreparedEndpoint): Common {
  const columns = endpoint.columns.map((column) => ({
    ...describeColumn(column),
    description: endpoint.definition.columns[column.name]?.description ?? '',
  }));
  const made = { columns, views: describeViews(endpoint) };
  common.set(endpoint, made);
  return made;
}

function describeParameters(
  { definition }: PreparedEndpoint,
  { pins }: Caller,
): readonly ParameterDescription[] {
  return Object.entries(definition.parameters).map(([name, spec]) => {
    const { description, example, fallback, type, values } = spec;
    const pinned = pins.get(name);
    return {
      name,
      type: scalarOf(type).kind,
      required: isRequired(type) && fallback === undefined && pinned === undefined,
      description,
      ...(values && { values: Object.keys(values) }),
      ...(fallback !== undefined && { default: fallback }),
      ...(pinned !== undefined && { pinned }),
      ...(example !== undefined && { example: pinned ?? example }),
    };
  });
}

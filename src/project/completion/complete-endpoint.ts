import { createHash } from 'node:crypto';
import {
  CLOCK_PARAMETER,
  describeColumns,
  type Header,
  type InferredParameter,
  inferParameters,
  parseQuery,
  pinClock,
  refuseAbsentPlaces,
  SCALARS,
  SqlError,
  type Table,
  type Type,
} from '#googlesql';
import type { Endpoint, EndpointSource } from '../../endpoint/endpoint.ts';
import type { EndpointSettings, TenantSpec } from '../../endpoint/endpoint-spec.ts';
import { isRequired, typeOf } from '../../endpoint/spelling.ts';
import { camelCase } from '../names.ts';
import { completeColumns } from './complete-columns.ts';
import { completeParameters, parameterTags } from './complete-parameters.ts';

/** What the endpoints of a project are completed with. */
export interface EndpointContext {
  readonly tables: ReadonlyMap<string, Table>;
  /** Settings of endpoints that say nothing else. */
  readonly defaults: EndpointSettings;
}

/** The derivation of an endpoint that derives nothing. */
const NO_DERIVATION: Endpoint['derive'] = { uses: [], parameters: {}, compute: () => ({}) };

/**
 * Infers what an endpoint's text and declaration do not say. Throws an `SqlError` with the offset into the text, or an
 * `Error` where the declaration is wrong.
 */
export function completeEndpoint(source: EndpointSource, context: EndpointContext): Endpoint {
  const { declaration, file, header, name, sql } = source;
  const derive = (declaration.derive as Endpoint['derive'] | undefined) ?? NO_DERIVATION;
  const query = pinClock(parseQuery(sql));
  const { parameters: inferred, resolved } = inferParameters(query, {
    tables: context.tables,
    declared: internalTypes(derive),
    tags: parameterTags(source, query),
  });
  const parameters = completeParameters(source, inferred, derive.uses);
  refuseAbsentPlaces(query, optionalTypes(inferred), {
    tables: context.tables,
    parameters: new Map([
      ...internalTypes(derive),
      ...inferred.map(({ name, type }) => [name.toLowerCase(), type] as const),
    ]),
  });
  checkDerived(derive, resolved.parameters);
  const returns = header.returnsOne ? 'one' : (declaration.returns ?? 'many');
  return {
    id: header.id?.value ?? declaration.id ?? defaultId(name),
    name,
    field: camelCase(name),
    description: header.description ?? declaration.description,
    deprecated: header.deprecated?.value ?? declaration.deprecated,
    file,
    sql,
    query,
    resolved,
    parameters,
    columns: completeColumns(
      source,
      describeColumns(resolved, requiredNames(parameters, derive.parameters)),
    ),
    returns,
    tenant: tenantOf(source, parameters),
    derive,
    views: declaration.views,
    exampleSql: declaration.exampleSql,
    settings: {
      ...context.defaults,
      ...declaration.settings,
      ...settingsOf(header),
      ...(returns === 'one' && { maxRows: 1 }),
    },
  };
}

/** The types of the parameters that no caller sends: derived ones, and the clock. */
function internalTypes(derive: Endpoint['derive']): ReadonlyMap<string, Type> {
  const derived = Object.entries(derive.parameters).map(
    ([name, type]) => [name.toLowerCase(), typeOf(type)] as const,
  );
  return new Map([...derived, [CLOCK_PARAMETER, SCALARS.TIMESTAMP]]);
}

/** The types, by lower-case name, of the parameters that may be absent. */
function optionalTypes(inferred: readonly InferredParameter[]): ReadonlyMap<string, Type> {
  return new Map(
    inferred.flatMap(({ isRequired, name, type }) =>
      isRequired ? [] : [[name.toLowerCase(), type] as const],
    ),
  );
}

function checkDerived(derive: Endpoint['derive'], used: ReadonlySet<string>): void {
  for (const name of Object.keys(derive.parameters)) {
    if (used.has(name.toLowerCase())) continue;
    throw new Error(`its query does not use the derived parameter "${name}"`);
  }
}

/** The names, in lower case, of the parameters that are never NULL. */
function requiredNames(
  parameters: Endpoint['parameters'],
  derived: Endpoint['derive']['parameters'],
): ReadonlySet<string> {
  const declared = Object.keys(parameters).filter((name) => parameters[name]?.isRequired);
  const internal = Object.entries(derived).flatMap(([name, type]) =>
    isRequired(type) ? [name] : [],
  );
  return new Set([
    CLOCK_PARAMETER,

    ...[...declared, ...internal].map((name) => name.toLowerCase()),
  ]);
}

/** The settings that a head comment has. */
function settingsOf(header: Header): Partial<EndpointSettings> {
  const { cache, maxBytes, maxRows, redact, sandbox, warm } = header;
  const seconds = (value: number | 'off') => (value === 'off' ? undefined : value);
  return {
    ...(maxRows && { maxRows: maxRows.value }),
    ...(maxBytes && { maxBytesBilled: maxBytes.value }),
    ...(cache && { cacheSeconds: seconds(cache.value) }),
    ...(warm && { warmSeconds: seconds(warm.value) }),
    ...(sandbox && { sandbox: sandbox.value }),
    ...(redact && { redactPii: redact.value }),
  };
}

function tenantOf(
  { header: { tenant }, declaration }: EndpointSource,
  parameters: Endpoint['parameters'],
): TenantSpec | undefined {
  if (!tenant) return declaration.tenant;
  const name = Object.keys(parameters).find(
    (candidate) => candidate.toLowerCase() === tenant.value.toLowerCase(),
  );
  if (name !== undefined) return { parameter: name, match: 'equal' };
  throw new SqlError(`The query has no parameter @${tenant.value}`, tenant.offset);
}

/** The UUID of version 5 in the namespace of URLs (RFC 9562), so that it is the same in every deployment. */
function defaultId(name: string): string {
  const bytes = createHash('sha1')
    .update(Buffer.from('6ba7b8119dad11d180b400c04fd430c8', 'hex'))
    .update(`fieldstone:${name}`)
    .digest()
    .subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x50;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

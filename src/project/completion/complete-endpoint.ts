import { createHash } from 'node:crypto';
import { type Definitions, type Header, inferStatement, SqlError, type Table } from '#googlesql';
import type { Endpoint, EndpointSource } from '../../endpoint/endpoint.ts';
import type { EndpointSettings, TenantSpec } from '../../endpoint/endpoint-spec.ts';
import { isRequired, typeOf } from '../../endpoint/spelling.ts';
import { camelCase } from '../names.ts';
import { completeColumns } from './complete-columns.ts';
import { completeParameters, parameterTags } from './complete-parameters.ts';
import { sameName } from './same-name.ts';

/** What the endpoints of a project are completed with. */
export interface EndpointContext {
  readonly tables: ReadonlyMap<string, Table>;
  readonly definitions: Definitions;
  /** What head comments of views say of their columns, by view and column in lower case. */
  readonly viewColumns: ReadonlyMap<string, ReadonlyMap<string, string>>;
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
  const returns = header.returnsOne ? 'one' : (declaration.returns ?? 'many');
  const settings = {
    ...context.defaults,
    ...declaration.settings,
    ...settingsOf(header),
    ...(returns === 'one' && { maxRows: 1 }),
  };
  const inferred = inferStatement(sql, {
    tables: context.tables,
    definitions: context.definitions,
    tags: (query) => parameterTags(source, query),
    internal: internalParameters(derive),
    publicCtes: settings.sandbox,
  });
  const { query, resolved } = inferred;
  checkDerived(derive, resolved.parameters);
  const parameters = completeParameters(source, inferred.parameters, derive.uses);
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
    columns: completeColumns(source, inferred.columns, columnTexts(context, sql)),
    returns,
    tenant: tenantOf(source, parameters),
    derive,
    views: declaration.views,
    exampleSql: declaration.exampleSql,
    settings,
  };
}

/** What the views that a text names say of their columns. */
function columnTexts({ viewColumns }: EndpointContext, sql: string): ReadonlyMap<string, string> {
  const read = [...viewColumns].filter(([view]) => sql.toLowerCase().includes(view));
  return new Map(read.flatMap(([, texts]) => [...texts]));
}

/** The derived parameters, by lower-case name. */
function internalParameters(derive: Endpoint['derive']) {
  return new Map(
    Object.entries(derive.parameters).map(([name, type]) => [
      name.toLowerCase(),
      { type: typeOf(type), isRequired: isRequired(type) },
    ]),
  );
}

function checkDerived(derive: Endpoint['derive'], used: ReadonlySet<string>): void {
  for (const name of Object.keys(derive.parameters)) {
    if (used.has(name.toLowerCase())) continue;
    throw new Error(`its query does not use the derived parameter "${name}"`);
  }
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
  const name = Object.keys(parameters).find((candidate) => sameName(candidate, tenant.value));
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

import { createHash } from 'node:crypto';
import {
  type Definitions,
  type Header,
  inferStatement,
  nodesOfKind,
  type Query,
  SqlError,
  type Table,
} from '#googlesql';
import type { Endpoint, EndpointSource } from '../../endpoint/endpoint.ts';
import type { EndpointSettings } from '../../endpoint/endpoint-spec.ts';
import { SpecError } from '../../endpoint/spec-error.ts';
import { isRequired, typeOf } from '../../endpoint/spelling.ts';
import { camelCase, columnFaults } from '../names.ts';
import { agreed } from './agreed.ts';
import { completeColumns } from './complete-columns.ts';
import { completeParameters, parameterTags, usedNames } from './complete-parameters.ts';
import { completeTenant } from './complete-tenant.ts';
import type { InferredText } from './inferred-text.ts';
import { refuseNames } from './refuse-names.ts';

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
 * Infers what an endpoint's text and declaration do not say; `foreign` has what was inferred of a text that is not
 * compiled here. Throws an `SqlError` with the offset into the text, or an
 * `Error` where the declaration is wrong.
 */
export function completeEndpoint(
  source: EndpointSource,
  context: EndpointContext,
  foreign?: InferredText,
): Endpoint {
  const { declaration, file, header, name, sql } = source;
  const derive = (declaration.derive as Endpoint['derive'] | undefined) ?? NO_DERIVATION;
  const one = header.returnsOne && { ...header.returnsOne, value: 'one' as const };
  const returns = agreed('What it returns', one, declaration.returns) ?? 'many';
  const settings = {
    ...context.defaults,
    ...declaration.settings,
    ...settingsOf(header, declaration.settings),
    ...(returns === 'one' && { maxRows: 1 }),
    ...(foreign && { sandbox: false, shape: false }),
  };
  const inferred = foreign ?? inferText(source, context, derive, settings);
  if (foreign) refuseForeignNames(foreign.columns.map((column) => column.name));
  const parameters = completeParameters(source, inferred.parameters, derive.uses);
  const text = header.description;
  const description = text === undefined ? undefined : { value: text, offset: 0 };
  return {
    id: agreed('The id', header.id, declaration.id) ?? defaultId(name),
    name,
    field: camelCase(name),
    description: agreed('The description', description, declaration.description),
    deprecated: agreed('What is deprecated', header.deprecated, declaration.deprecated),
    file,
    sql,
    statement: inferred.statement,
    parameters,
    columns: completeColumns(source, inferred.columns, columnTexts(context, inferred.written)),
    returns,
    tenant: completeTenant(source, parameters),
    derive,
    codeVersion: source.codeVersion,
    views: declaration.views,
    exampleSql: declaration.exampleSql,
    settings,
  };
}

function inferText(
  source: EndpointSource,
  { definitions, tables }: EndpointContext,
  derive: Endpoint['derive'],
  { sandbox }: EndpointSettings,
): InferredText {
  const { query, resolved, ...inferred } = inferStatement(source.sql, {
    tables,
    definitions,
    tags: (written) => parameterTags(source, usedNames(written)),
    internal: internalParameters(derive),
    publicCtes: sandbox,
    refuseNames,
  });
  checkDerived(derive, resolved.parameters);
  if (source.header.sandbox?.value && !inferred.written.with) {
    const fault = 'Callers may send SQL over the CTEs of the query, and it has none';
    throw new SqlError(fault, source.header.sandbox.offset);
  }
  return { ...inferred, statement: { kind: 'compiled', query, resolved } };
}

/** Refuses columns that GraphQL cannot say; where a foreign text names them is not known. */
function refuseForeignNames(names: readonly string[]): void {
  const [fault] = columnFaults(names);
  if (fault) throw new SqlError(fault.message);
}

/** What the views that a query reads say of their columns. */
function columnTexts(
  { viewColumns }: EndpointContext,
  written: Query | undefined,
): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  if (!written || viewColumns.size === 0) return texts;
  for (const { path } of nodesOfKind(written, 'table_path')) {
    const view = path.map(({ name }) => name.toLowerCase()).join('.');
    for (const [column, text] of viewColumns.get(view) ?? []) texts.set(column, text);
  }
  return texts;
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
    const problem = `its query does not use the derived parameter "${name}"`;
    throw new SpecError(problem, ['derive', 'parameters', name]);
  }
}

/** The settings that a head comment has; `declared` are those of `endpoint.ts`. */
function settingsOf(
  { cache, maxBytes, maxRows, redact, sandbox, warm }: Header,
  declared: Partial<EndpointSettings> = {},
): Partial<EndpointSettings> {
  const seconds = (name: 'cacheSeconds' | 'warmSeconds', tag: typeof cache) => {
    const there = name in declared ? (declared[name] ?? 'off') : undefined;
    const value = agreed(`@${name.replace('Seconds', '')}`, tag, there);
    return tag && { [name]: value === 'off' ? undefined : value };
  };
  return {
    ...(maxRows && { maxRows: agreed('@maxRows', maxRows, declared.maxRows) }),
    ...(maxBytes && { maxBytesBilled: agreed('@maxBytes', maxBytes, declared.maxBytesBilled) }),
    ...seconds('cacheSeconds', cache),
    ...seconds('warmSeconds', warm),
    ...(sandbox && { sandbox: agreed('@sandbox', sandbox, declared.sandbox) }),
    ...(redact && { redactPii: agreed('@redact', redact, declared.redactPii) }),
  } as Partial<EndpointSettings>;
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

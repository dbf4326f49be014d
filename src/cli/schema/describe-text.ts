import { astFromValue, type GraphQLArgument, type GraphQLSchema, print } from 'graphql';
import type { PreparedEndpoint } from '../../catalog/prepare.ts';
import { isForeign } from '../../engines/engine.ts';
import { alignColumns } from '../query/table.ts';
import { endpointContract } from './contract.ts';

/** All that is said and inferred of an endpoint, for people. */
export function describeText(endpoint: PreparedEndpoint, schema: GraphQLSchema): string {
  const { definition, tables } = endpoint;
  const { columns, engine, parameters, returns, settings, tenant } = endpointContract(
    endpoint,
    schema,
  );
  const described = definition.columns.map(({ description = '' }) => description);
  const parts = [
    `${definition.name} (${definition.file})`,
    definition.description,
    `GraphQL  ${signature(definition.field, schema)}`,
    `REST     /api/endpoints/query/${definition.name}`,
    section(
      'Parameters',
      Object.entries(parameters).map(([name, { type, default: value }]) => [
        `@${name}`,
        type,
        value === undefined ? '' : `= ${value}`,
        definition.parameters[name]?.description ?? '',
      ]),
    ),
    section('Batching', batchingLines(endpoint)),
    section(
      'Columns',
      columns.map(({ name, type, graphql }, i) => [name, type, graphql ?? '', described[i] ?? '']),
    ),
    engine && 'Engine   BigQuery alone: neither tenants nor the embedded engine',
    section('Tables', tableLines(tables.keys(), tenant?.tables ?? {})),
    tenant && `Tenant   ${tenantText(tenant)}`,
    `Returns  ${returns === 'one' ? 'one row or none' : `at most ${settings.maxRows} rows`}`,
    section('Settings', settingLines(settings)),
  ];
  return `${parts.filter((part) => part !== undefined).join('\n\n')}\n`;
}

function signature(field: string, schema: GraphQLSchema): string {
  const { args = [], type } = schema.getQueryType()?.getFields()[field] ?? {};
  return `${field}(${args.map(argumentText).join(', ')}): ${type}`;
}

function argumentText({ defaultValue, name, type }: GraphQLArgument): string {
  const literal = defaultValue === undefined ? undefined : astFromValue(defaultValue, type);
  return `${name}: ${type}${literal ? ` = ${print(literal)}` : ''}`;
}

function section(title: string, lines: readonly (readonly string[])[]): string | undefined {
  if (lines.length === 0) return undefined;
  const aligned = alignColumns(lines.map((line) => [...line]));
  return [title, ...aligned.map((line) => `  ${line}`.trimEnd())].join('\n');
}

/** Whether requests that differ in a parameter share runs, and why not. */
function batchingLines({ definition, open }: PreparedEndpoint): readonly (readonly string[])[] {
  const { refusals } = open.merging;
  return Object.keys(definition.parameters).map((name) => {
    const reason = isForeign(open.statement) ? "the query is BigQuery's own" : refusals.get(name);
    return [
      `@${name}`,
      reason ? `runs alone: ${reason}` : 'requests that differ in it alone share a run',
    ];
  });
}

function tableLines(
  names: Iterable<string>,
  tenants: Readonly<Record<string, string>>,
): readonly (readonly string[])[] {
  return [...names].map((name) => {
    const tenant = tenants[name];
    return [name, tenant === undefined ? '' : `tenant in ${tenant}`];
  });
}

function tenantText(tenant: {
  readonly pin: string | undefined;
  readonly parameter: string | undefined;
}): string {
  const { parameter, pin } = tenant;
  if (pin === undefined) return 'the project names no pin';
  const how = parameter === undefined ? 'by the tables alone' : `@${parameter}`;
  return `pin "${pin}", ${how}`;
}

function settingLines(settings: Readonly<Record<string, unknown>>): readonly (readonly string[])[] {
  return Object.entries(settings).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
}

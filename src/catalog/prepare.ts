import { createHash } from 'node:crypto';
import type { Endpoint } from '../endpoint/endpoint.ts';
import type { ColumnSpec } from '../endpoint/endpoint-spec.ts';
import { mergeableParameter } from '../endpoint/mergeable.ts';
import { scalarOf } from '../endpoint/spelling.ts';
import type { Tables } from '../endpoint/tables.ts';
import { tenantParameters } from '../endpoint/tenant-pins.ts';
import {
  analyze,
  CLOCK_PARAMETER,
  COMPILER_VERSION,
  parseQuery,
  pinClock,
  printQuery,
  type Query,
  SCALARS,
  SqlError,
  type Statement,
  sameType,
  type Type,
  typeName,
  type With,
} from '../googlesql/index.ts';
import { readAllColumns } from './all-columns.ts';
import { type Guard, guardTree, type StoredTenant } from './barrier/guarded-tree.ts';
import { statementOf } from './checked-statement.ts';
import { type MergedStatement, mergeStatement } from './merging/merged-statement.ts';
import { withNeededCtes } from './needed-ctes.ts';
import { guardScans } from './scan-guards.ts';
import { type PreparedView, prepareView } from './views/views.ts';

/** The parameter that carries a pinned tenant. */
export const TENANT_PARAMETER = '_tenant';

/** A stored query, either open or with a pinned tenant's filter on every scan. */
export interface StoredQuery {
  /** The statement that runs, with only the CTEs that its outer SELECT reads. */
  readonly statement: Statement;
  /** All CTEs. */
  readonly views: With | undefined;
  /** The types of all parameters that the stored SQL may name. */
  readonly parameters: ReadonlyMap<string, Type>;
  /** Answers for many values of the mergeable parameter; undefined if none is declared. */
  readonly merged: MergedStatement | undefined;
}

/** An endpoint whose query was compiled and proven. */
export interface PreparedEndpoint {
  readonly definition: Endpoint;
  /** The result columns of the stored query, in order. */
  readonly columns: Statement['columns'];
  /** Hash of the printed SQL, the schema, the settings and the compiler. */
  readonly version: string;
  readonly open: StoredQuery;
  readonly pinned: StoredQuery;
  /** By GraphQL field name. */
  readonly views: ReadonlyMap<string, PreparedView>;
  /** The log tables that the stored query may read. */
  readonly tables: Tables;
  /** The types of the declared parameters, which sandbox SQL may name. */
  readonly declared: ReadonlyMap<string, Type>;
  /** The tenant parameters of all endpoints of the service. */
  readonly tenants: ReadonlySet<string>;
}

/** Compiles a definition against the tables; throws an `Error` that names the endpoint and its problem. */
export function prepareEndpoint(
  definition: Endpoint,
  tables: Tables,
  guard: Guard = guardTree,
  tenants: ReadonlySet<string> = tenantParameters([definition]),
): PreparedEndpoint {
  try {
    return { ...prepare(definition, tables, guard), tenants };
  } catch (error) {
    const problem =
      error instanceof SqlError ? error.describe(definition.sql) : String((error as Error).message);
    throw new Error(`Cannot use endpoint "${definition.name}": ${problem}`, { cause: error });
  }
}

/** Prepares all endpoints; `Registry` rejects duplicate names and ids. */
export function prepareEndpoints(
  definitions: readonly Endpoint[],
  tables: Tables,
  guard: Guard = guardTree,
): readonly PreparedEndpoint[] {
  const tenants = tenantParameters(definitions);
  return definitions.map((definition) => prepareEndpoint(definition, tables, guard, tenants));
}

function prepare(
  definition: Endpoint,
  tables: Tables,
  guard: Guard,
): Omit<PreparedEndpoint, 'tenants'> {
  const declared = parameterTypes(definition);
  const parameters = new Map<string, Type>([
    ...declared,
    ...Object.entries(definition.derive.parameters).map(
      ([name, type]) => [name, scalarOf(type)] as const,
    ),
    [CLOCK_PARAMETER, SCALARS.TIMESTAMP],
    [TENANT_PARAMETER, SCALARS.STRING],
  ]);
  const tree = pinClock(parseQuery(definition.sql));
  const resolved = analyze(tree, { tables, parameters });
  guardScans(resolved, definition.tenant);
  guardScans(analyze(readAllColumns(tree), { tables, parameters }), definition.tenant);
  checkDescription(definition);
  checkParametersUsed(definition, resolved.parameters);
  const { columns } = statementOf(tree, resolved);
  checkColumns(definition, columns, tables);
  const mergeable = mergeableParameter(definition);
  const store = (tenant: StoredTenant): StoredQuery => {
    const guarded = (bare: Query) => guard(bare, { tables, parameters, tenant });
    const views = guarded(readAllColumns(tree)).tree.with;
    const read = guarded(withNeededCtes(tree));
    const statement = statementOf(read.tree, read.resolved);
    const input = { tree: withNeededCtes(tree), parameters, tables, columns, tenant, guard };
    const merged = mergeable === undefined ? undefined : mergeStatement(mergeable, input);
    return { statement, views, parameters, merged };
  };
  const stored = {
    open: store({ definition: definition.tenant, pin: undefined }),
    pinned: store({ definition: definition.tenant, pin: TENANT_PARAMETER }),
  };
  const views = prepareViews(definition, stored, tables);
  return {
    definition,
    columns,
    version: definitionVersion(definition, tree, columns, views),
    ...stored,
    views,
    tables,
    declared,
  };
}

function prepareViews(
  { views = {} }: Endpoint,
  { open, pinned }: Pick<PreparedEndpoint, 'open' | 'pinned'>,
  tables: Tables,
): PreparedEndpoint['views'] {
  const preludeOf = ({ views: ctes, parameters }: StoredQuery) => ({
    with: ctes ?? { at: 0, recursive: false, ctes: [] },
    tables,
    parameters,
  });
  return new Map(
    Object.entries(views).map(([name, spec]) => [
      name,
      prepareView(spec, preludeOf(open), preludeOf(pinned)),
    ]),
  );
}

function parameterTypes(definition: Endpoint): ReadonlyMap<string, Type> {
  return new Map(
    Object.entries(definition.parameters).map(([name, spec]) => [name, scalarOf(spec.type)]),
  );
}

function checkDescription(definition: Endpoint): void {
  const first = definition.sql.split('\n', 1)[0];
  if (first !== `-- ${definition.description}`) {
    throw new Error('its query does not begin with a comment that is its description');
  }
}

function checkParametersUsed(definition: Endpoint, used: ReadonlySet<string>): void {
  for (const name of Object.keys(definition.parameters)) {
    if (!used.has(name) && !definition.derive.uses.includes(name)) {
      throw new Error(`its parameter "${name}" is used by neither its query nor its derivation`);
    }
  }
  for (const name of Object.keys(definition.derive.parameters)) {
    if (!used.has(name)) throw new Error(`its query does not use the derived parameter "${name}"`);
  }
}

function checkColumns(definition: Endpoint, columns: Statement['columns'], tables: Tables): void {
  const declared = Object.entries(definition.columns);
  for (const [name, spec] of declared) {
    const column = columns.find((candidate) => candidate.name === name);
    if (!column) throw new Error(`its query has no result column "${name}"`);
    const type = columnType(spec, tables);
    if (!sameType(type, column.type)) {
      throw new Error(
        `its column "${name}" is declared as ${typeName(type)}, but its query gives ${typeName(column.type)}`,
      );
    }
  }
  const names = columns.map(({ name }) => name);
  const order = declared.map(([name]) => name);
  if (names.join() !== order.join()) {
    throw new Error(
      `its query gives the columns ${names.join(', ')}, but declared are ${order.join(', ')}`,
    );
  }
}

/** The GoogleSQL type of a declared column. */
export function columnType(spec: ColumnSpec, tables: Tables): Type {
  if ('type' in spec) return scalarOf(spec.type);
  const [table, name] = spec.record;
  const column = tables.get(table)?.columns.find((candidate) => candidate.name === name);
  if (!column) throw new Error(`there is no column "${name}" in a table "${table}"`);
  return column.type;
}

function definitionVersion(
  definition: Endpoint,
  tree: Query,
  columns: Statement['columns'],
  views: PreparedEndpoint['views'],
): string {
  const { parameters, settings, tenant } = definition;
  const schema = columns.map(({ name, type }) => [name, typeName(type)]);
  const parts = [
    COMPILER_VERSION,
    definition.name,
    printQuery(tree),
    schema,
    parameters,
    settings,
    tenant,
    [...views].map(([name, { open }]) => [name, printQuery(open.tree)]),
  ];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16);
}

import {
  analyze,
  CLOCK_PARAMETER,
  parseQuery,
  printIdentifier,
  printQuery,
  type Query,
  type ResolvedStatement,
  SCALARS,
  SqlError,
  type Statement,
  type Type,
  tablesIn,
  type With,
} from '#googlesql';
import type { CompiledText, Endpoint, ForeignText } from '../endpoint/endpoint.ts';
import { type TenantPins, tenantPins } from '../endpoint/names.ts';
import { typeOf } from '../endpoint/spelling.ts';
import type { EngineStatement } from '../engines/engine.ts';
import type { EndpointProblem } from '../project/endpoint-files.ts';
import type { Project } from '../project/load-project.ts';
import { PartCache } from '../project/part-cache.ts';
import { problemAt } from '../project/problems/problem.ts';
import { ProjectError } from '../project/problems/project-error.ts';
import type { Tables } from '../project/tables/tables.ts';
import { type Guard, guardTree, type StoredTenant } from './barrier/guarded-tree.ts';
import { pinParameters } from './barrier/tenant-condition.ts';
import { statementOf } from './checked-statement.ts';
import { withNeededCtes } from './ctes.ts';
import { definitionVersion } from './definition-version.ts';
import { type Merging, mergingOf, NO_MERGING } from './merging/merging.ts';
import { guardScans } from './scan-guards.ts';
import { type Tenancy, tenancyOf } from './tenancy.ts';
import { type PreparedView, prepareView } from './views.ts';

/** The parameter that carries a pinned tenant. */
export const TENANT_PARAMETER = '_tenant';

/** A stored query, either open or with a pinned tenant's filter on every scan. */
export interface StoredQuery {
  /** The statement that runs, with only the CTEs that its outer SELECT reads. */
  readonly statement: EngineStatement;
  /** All CTEs. */
  readonly views: With | undefined;
  /** The types of all parameters that the stored SQL may name. */
  readonly parameters: ReadonlyMap<string, Type>;
  /** How runs that differ in one parameter are merged; compiled at its first use. */
  readonly merging: Merging;
}

/** An endpoint whose query was compiled and proven. */
export interface PreparedEndpoint {
  readonly definition: Endpoint;
  /** The result columns of the stored query, in order. */
  readonly columns: Statement['columns'];
  /** Hash of the printed SQL, the schema, the settings and the compiler. */
  readonly version: string;
  readonly open: StoredQuery;
  /** Made at its first use, as most deployments have no keys with a tenant for most endpoints. */
  readonly pinned: StoredQuery;
  /** By GraphQL field name. */
  readonly views: ReadonlyMap<string, PreparedView>;
  /** The tables that the stored query may read. */
  readonly tables: Tables;
  /** The types of the declared parameters, which sandbox SQL may name. */
  readonly declared: ReadonlyMap<string, Type>;
  readonly tenancy: Tenancy;
}

/** Compiles a definition against the tables; throws an `Error` that names the endpoint and its problem. */
export function prepareEndpoint(
  definition: Endpoint,
  tables: Tables,
  guard: Guard = guardTree,
  pins: TenantPins = tenantPins({ endpoints: [definition] }),
): PreparedEndpoint {
  try {
    const { statement } = definition;
    if (statement.kind === 'foreign') return prepareForeign(definition, statement, pins);
    return prepare(definition, statement, tables, guard, pins);
  } catch (error) {
    const problem =
      error instanceof SqlError ? error.describe(definition.sql) : String((error as Error).message);
    throw new Error(`Cannot use endpoint "${definition.name}": ${problem}`, { cause: error });
  }
}

/** What endpoints are prepared of. */
type PreparableProject = Pick<Project, 'endpoints' | 'tables' | 'tenant'>;

/**
 * Compiles the endpoints of a project against its tables; throws a `ProjectError` with the problems of all of them.
 * `Registry` rejects duplicate names and ids.
 */
export function prepareEndpoints(
  project: PreparableProject,
  guard: Guard = guardTree,
): readonly PreparedEndpoint[] {
  const { prepared, problems } = prepareEach(project, new PartCache(), guard);
  if (problems.length > 0) throw new ProjectError(problems);
  return prepared;
}

/** The endpoints of a project that can be used, and what is wrong with the others. */
export interface PreparedEndpoints {
  readonly prepared: readonly PreparedEndpoint[];
  readonly problems: readonly EndpointProblem[];
}

/** Compiles the endpoints of a project against its tables; those that are the same as before stay the same. */
export function prepareEach(
  project: PreparableProject,
  cache: PartCache,
  guard: Guard = guardTree,
): PreparedEndpoints {
  const pins = tenantPins(project);
  const key = JSON.stringify([pins.pin, ...pins.names]);
  const problems: EndpointProblem[] = [];
  const prepared = project.endpoints.flatMap((definition) => {
    try {
      return cache.get(`prepared ${definition.name}`, [definition, key], () =>
        prepareEndpoint(definition, project.tables, guard, pins),
      );
    } catch (error) {
      problems.push(endpointProblem(definition, error as Error));
      return [];
    }
  });
  return { prepared, problems };
}

function endpointProblem(
  { file, name, sql }: Endpoint,
  { cause, message }: Error,
): EndpointProblem {
  // The mistake of a view or a function is not at an offset of this text.
  const problem =
    cause instanceof SqlError && !cause.source
      ? problemAt(file, sql, `Cannot use endpoint "${name}": ${cause.message}`, cause.offset)
      : problemAt(file, sql, message);
  return { ...problem, endpoint: name };
}

function prepare(
  definition: Endpoint,
  { query: tree, resolved }: CompiledText,
  tables: Tables,
  guard: Guard,
  pins: TenantPins,
): PreparedEndpoint {
  const declared = parameterTypes(definition);
  const parameters = new Map<string, Type>([
    ...declared,
    ...Object.entries(definition.derive.parameters).map(
      ([name, type]) => [name, typeOf(type)] as const,
    ),
    [CLOCK_PARAMETER, SCALARS.TIMESTAMP],
    ...pinParameters(TENANT_PARAMETER),
  ]);
  guardScans(resolved, definition.tenant);
  const whole = analyze(readAllColumns(tree), { tables, parameters });
  guardScans(whole, definition.tenant);
  const tenancy = tenancyOf(definition, pins, [resolved, whole]);
  const { columns } = statementOf(tree, resolved);
  const needed = withNeededCtes(tree);
  const store = (tenant: StoredTenant): StoredQuery => {
    const input = { tables, parameters, tenant };
    const views = once(() => guard(readAllColumns(tree), input).tree.with);
    const read = guard(needed, input);
    const statement = statementOf(read.tree, read.resolved);
    const merging = once(() =>
      mergingOf({ definition, tenancy, resolved }, { ...input, tree: needed, columns, guard }),
    );
    return {
      statement,
      parameters,
      get merging() {
        return merging();
      },
      get views() {
        return views();
      },
    };
  };
  const open = store({ definition: tenancy.tenant, pin: undefined });
  const pinned = once(() => store({ definition: tenancy.tenant, pin: TENANT_PARAMETER }));
  const views = definition.views
    ? prepareViews(definition.views, { open, pinned: pinned() }, tables)
    : new Map<string, PreparedView>();
  const read = tablesRead([resolved, whole], tables);
  return {
    definition,
    columns,
    version: definitionVersion(definition, read, [
      printQuery(tree),
      ...[...views].flatMap(([name, { open: view }]) => [name, printQuery(view.behindId.tree)]),
    ]),
    open,
    get pinned() {
      return pinned();
    },
    views,
    tables: read,
    declared,
    tenancy,
  };
}

/**
 * Nothing is proven of a statement that is not compiled here, so it is for keys without a pinned tenant alone, and has
 * neither views nor a merged form.
 */
function prepareForeign(
  definition: Endpoint,
  { sql }: ForeignText,
  pins: TenantPins,
): PreparedEndpoint {
  const declared = parameterTypes(definition);
  const columns = definition.columns.map(({ name, type }) => ({ name, type: type.type }));
  const statement = { sql, parameters: [...declared.keys()], columns };
  const stored = { statement, views: undefined, parameters: declared, merging: NO_MERGING };
  return {
    definition,
    columns,
    version: definitionVersion(definition, new Map(), [sql]),
    open: stored,
    pinned: stored,
    views: new Map(),
    tables: new Map(),
    declared,
    tenancy: { pins, tenant: undefined, parameter: undefined, kinds: [], isPinnable: false },
  };
}

/** The tables that statements read. */
function tablesRead(statements: readonly ResolvedStatement[], tables: Tables): Tables {
  const names = new Set(statements.flatMap(({ scan }) => tablesIn(scan)).map(({ name }) => name));
  return new Map([...tables].filter(([name]) => names.has(name)));
}

/**
 * The query with an outer SELECT that reads every column of every CTE, as a caller's SQL may.
 *
 * Analysis drops what the stored outer SELECT does not read, including scans in unread columns; a proof over all scans
 * has to cover everything that can be read.
 */
function readAllColumns(query: Query): Query {
  const names = query.with?.ctes.map(({ name }) => printIdentifier(name.name)) ?? [];
  const { body } = parseQuery(
    `SELECT ${['1', ...names.map((name) => `ARRAY(SELECT AS STRUCT * FROM ${name})`)].join(', ')}`,
  );
  return { ...query, body, orderBy: [], limit: undefined, offset: undefined };
}

/** What `make` makes at the first call. */
function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

function prepareViews(
  views: NonNullable<Endpoint['views']>,
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
    Object.entries(definition.parameters).map(([name, { type }]) => [name.toLowerCase(), type]),
  );
}

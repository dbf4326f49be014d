import { createHash } from 'node:crypto';
import { RE2JS } from 're2js';
import type { CacheKey, CacheShare } from '../cache/entry.ts';
import type { Lifetime } from '../cache/lifetime.ts';
import type { MergedStatement } from '../catalog/merging/merged-statement.ts';
import { type PreparedEndpoint, TENANT_PARAMETER } from '../catalog/prepare.ts';
import { PAGE_PARAMETERS } from '../catalog/views/views.ts';
import { type EndpointSettings, scalarOf } from '../endpoint/endpoint.ts';
import type { BoundParameter, EngineQuery } from '../engines/engine.ts';
import {
  CLOCK_PARAMETER,
  type OutputColumn,
  type Row,
  type Statement,
  type Type,
  type Value,
} from '../googlesql/index.ts';
import { type MergePart, mergePart } from '../sources/batching/merge-part.ts';
import { hasKeyLimits } from '../sources/key-limits.ts';
import type { Plan } from '../sources/source.ts';
import type { Argument, Arguments } from './arguments/arguments.ts';
import { encodeCursor } from './paging/view-cursor.ts';
import { type PageRead, pageParameters } from './paging/view-page.ts';
import { type Projection, projectStatement } from './projection.ts';
import type { RunRequest } from './run-request.ts';
import { compileSandbox, isCompiled, SANDBOX_MAX_BYTES } from './sandbox.ts';

/** What is asked of an endpoint: its stored query, the caller's own SELECT, or a page of a view. */
interface Question {
  readonly statement: Statement;
  /** What tells the question from others to the endpoint. */
  readonly key: unknown;
  readonly maxRows: number;
  readonly maxBytes?: number | undefined;
  readonly isCallersSql: boolean;
  /** Answers the question for many values of one parameter; undefined where that is not possible. */
  readonly merged: MergedStatement | undefined;
  /** Bound beside the endpoint's parameters. */
  readonly parameters: ReadonlyMap<string, BoundParameter>;
  /** The columns that it leaves out; undefined where it leaves out none. */
  readonly projection: Projection | undefined;
}

/** What plans depend on beside the request. */
export interface PlanSettings {
  /** Names the data that the engine reads. */
  readonly dataSource: string;
  /** How long rows that are no longer fresh answer when the engine fails. */
  readonly staleIfErrorSeconds: number;
}

/** The plan of a request, with how its rows are shown. */
export interface RequestPlan extends Plan {
  /** The columns of the whole question, of which `columns` may be a part. */
  readonly wholeColumns: readonly OutputColumn[];
  /** The rows in the shape of `wholeColumns`. */
  widen(rows: readonly Row[]): readonly Row[];
}

/** Everything that decides a request's rows; its key does not depend on `now`. */
export function planRun(
  request: RunRequest,
  values: Arguments,
  settings: PlanSettings,
  page?: PageRead,
): RequestPlan {
  const { endpoint, caller, via, now } = request;
  const tenant = tenantOf(request);
  const variant = variantOf(tenant);
  const whole = page ? askPage(page, variant) : askEndpoint(request, variant);
  const question = askForColumns(whole, request);
  const bound = literalTenant(endpoint, values, tenant);
  const identity = JSON.stringify([
    settings.dataSource,
    endpoint.version,
    canonical(bound),
    tenant ?? null,
    question.key,
    question.projection?.names ?? null,
  ]);
  const isStored = question.key === null;
  const purpose = { endpoint: endpoint.definition.name, keyId: caller.keyId };
  const endpointBytes = endpoint.definition.settings.maxBytesBilled;
  const limits = { endpointBytes, keyBytes: caller.maxBytes, keyDailyBytes: caller.dailyBytes };
  const bounds = { maxRunning: caller.maxRunning, maxWaiting: caller.maxWaiting };
  return new RunPlan(
    {
      key: createHash('sha256').update(identity).digest('hex'),
      identity,
      columns: question.statement.columns,
      wholeColumns: whole.statement.columns,
      projection: question.projection,
      lifetime: lifetimeOf(endpoint.definition.settings, isStored, settings),
      share: isStored ? 'stored' : 'sandbox',
      mergeOf: (query) =>
        question.merged && !hasKeyLimits(query)
          ? mergePart(question.merged, query, [
              settings.dataSource,
              endpoint.version,
              tenant ?? null,
            ])
          : undefined,
      queryAt: (moment, isRefresh) => ({
        statement: question.statement,
        parameters: new Map([
          ...bindParameters(endpoint, bound, tenant, moment),
          ...question.parameters,
        ]),
        maxRows: question.maxRows,
        maxBytes: question.maxBytes,
        isCallersSql: question.isCallersSql,
        purpose: { ...purpose, via: isRefresh ? 'warm' : via },
        // A refresh is nobody's request: it may be shared, whoever asked first.
        limits: isRefresh ? { endpointBytes } : limits,
        ...(!isRefresh && { bounds }),
      }),
    },
    now,
  );
}

/** Whether planning a request takes the time to compile its caller's SQL. */
export function needsCompiling(request: RunRequest): boolean {
  const { endpoint, sql } = request;
  return sql !== undefined && !isCompiled(endpoint[variantOf(tenantOf(request))], sql);
}

function tenantOf({ caller, endpoint }: RunRequest): string | undefined {
  return caller.pins.get(endpoint.definition.tenant.parameter);
}

function variantOf(tenant: string | undefined): Variant {
  return tenant === undefined ? 'open' : 'pinned';
}

/** What a plan keeps of its request, so that it can be renewed when the request is long gone. */
interface PlanSource extends CacheKey {
  readonly wholeColumns: readonly OutputColumn[];
  readonly projection: Projection | undefined;
  queryAt(now: bigint, isRefresh: boolean): EngineQuery;
  mergeOf(query: EngineQuery): MergePart | undefined;
}

class RunPlan implements RequestPlan {
  readonly key: string;
  readonly identity: string;
  readonly columns: readonly OutputColumn[];
  readonly wholeColumns: readonly OutputColumn[];
  readonly lifetime: Lifetime | undefined;
  readonly share: CacheShare;
  readonly newerThan?: bigint;
  readonly #source: PlanSource;
  readonly #now: bigint;
  #query: EngineQuery | undefined;

  constructor(source: PlanSource, now: bigint, newerThan?: bigint) {
    this.key = source.key;
    this.identity = source.identity;
    this.columns = source.columns;
    this.wholeColumns = source.wholeColumns;
    this.lifetime = source.lifetime;
    this.share = source.share;
    if (newerThan !== undefined) this.newerThan = newerThan;
    this.#source = source;
    this.#now = now;
  }

  /** Bound when it is first read: an answer from the cache needs no parameters. */
  get query(): EngineQuery {
    this.#query ??= this.#source.queryAt(this.#now, this.newerThan !== undefined);
    return this.#query;
  }

  get merge(): MergePart | undefined {
    return this.#source.mergeOf(this.query);
  }

  widen(rows: readonly Row[]): readonly Row[] {
    return this.#source.projection?.widen(rows) ?? rows;
  }

  renew(now: bigint, newerThan: bigint): Plan {
    return new RunPlan(this.#source, now, newerThan);
  }
}

/** Callers' own SQL and pages of views live as the endpoint's rows do, but nobody keeps them warm. */
function lifetimeOf(
  { cacheSeconds, warmSeconds }: EndpointSettings,
  isStored: boolean,
  { staleIfErrorSeconds }: PlanSettings,
): Lifetime | undefined {
  if (cacheSeconds === undefined) return undefined;
  const warm = isStored ? warmSeconds : undefined;
  return {
    freshSeconds: cacheSeconds,
    warmSeconds: warm,
    revalidateSeconds: warm ?? 0,
    errorSeconds: staleIfErrorSeconds,
  };
}

type Variant = keyof Pick<PreparedEndpoint, 'open' | 'pinned'>;

function askEndpoint({ endpoint, sql }: RunRequest, variant: Variant): Question {
  const stored = endpoint[variant];
  const sandbox = sql === undefined ? undefined : compileSandbox(endpoint, stored, sql);
  return {
    statement: sandbox?.statement ?? stored.statement,
    key: sandbox?.text ?? null,
    maxRows: endpoint.definition.settings.maxRows,
    maxBytes: sandbox ? SANDBOX_MAX_BYTES : undefined,
    isCallersSql: sandbox !== undefined,
    merged: sandbox ? undefined : stored.merged,
    parameters: new Map(),
    projection: undefined,
  };
}

function askPage(read: PageRead, variant: Variant): Question {
  const { request, rows } = read;
  return {
    statement: request.view[variant],
    key: [request.name, rows, encodeCursor(request.after)],
    maxRows: rows,
    isCallersSql: false,
    merged: undefined,
    parameters: pageParameters(read),
    projection: undefined,
  };
}

/** Only rows that are not kept are asked for in part: those that are serve every selection. */
function askForColumns(
  question: Question,
  { endpoint, columns: asked, sql }: RunRequest,
): Question {
  if (!asked || sql !== undefined || endpoint.definition.settings.cacheSeconds !== undefined) {
    return question;
  }
  const parameters = new Map([...endpoint.open.parameters, ...PAGE_PARAMETERS]);
  const scope = { tables: endpoint.tables, parameters };
  const projection = projectStatement(question.statement, asked, scope);
  if (!projection) return question;
  // A merged statement computes all columns.
  return { ...question, statement: projection.statement, merged: undefined, projection };
}

/** A pinned tenant is one tenant, not a pattern: escaped where the endpoint matches one. */
function literalTenant(
  endpoint: PreparedEndpoint,
  values: Arguments,
  tenant: string | undefined,
): Arguments {
  const { match, parameter } = endpoint.definition.tenant;
  if (tenant === undefined || match === 'equal') return values;
  return { ...values, [parameter]: RE2JS.quote(tenant) };
}

function canonical(values: Arguments): readonly [string, string | number | boolean | null][] {
  return Object.entries(values)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, value]) => [name, typeof value === 'bigint' ? `${value}n` : (value ?? null)]);
}

function bindParameters(
  endpoint: PreparedEndpoint,
  values: Arguments,
  tenant: string | undefined,
  now: bigint,
): ReadonlyMap<string, BoundParameter> {
  const { parameters, derive } = endpoint.definition;
  const used = Object.fromEntries(derive.uses.map((name) => [name, values[name]]));
  const derived = derive.compute(used, now) as Arguments;
  const bound = new Map<string, BoundParameter>();
  for (const [name, spec] of Object.entries(parameters)) {
    bound.set(name, bind(scalarOf(spec.type), values[name]));
  }
  for (const [name, type] of Object.entries(derive.parameters)) {
    bound.set(name, bind(scalarOf(type), derived[name]));
  }
  bound.set(CLOCK_PARAMETER, { type: { kind: 'TIMESTAMP' }, value: now });
  if (tenant !== undefined)
    bound.set(TENANT_PARAMETER, { type: { kind: 'STRING' }, value: tenant });
  return bound;
}

function bind(type: Type, value: Argument): { type: Type; value: Value } {
  return { type, value: value ?? null };
}

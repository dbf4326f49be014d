import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { OutputColumn, Row } from '#googlesql';
import type { Lifetime } from '../cache/lifetime.ts';
import { pinnedTenant } from '../catalog/tenancy.ts';
import type { EndpointSettings } from '../endpoint/endpoint-spec.ts';
import type { QueryPurpose, QueryTerms } from '../engines/engine.ts';
import type { Plan, RunContext } from '../sources/source.ts';
import type { ArgumentValues } from './arguments/arguments.ts';
import {
  bindParameters,
  literalTenant,
  type TenantArguments,
  tenantValues,
} from './arguments/bind-parameters.ts';
import { checkPlaces } from './arguments/check-places.ts';
import { assertionCheck } from './assertions.ts';
import { foldCompiled, foldedStatement } from './folded-statement.ts';
import type { PageRead } from './paging/view-page.ts';
import { mergeOf, type QueryParts, queryOf } from './query-parts.ts';
import {
  narrow,
  orderedQuestion,
  type Question,
  questionOf,
  type RunRequest,
  type Variant,
} from './request.ts';
import type { Shape } from './shaping/shape.ts';

/** Settings that plans depend on besides the request. */
export interface PlanSettings {
  /** Identifies the data that the engine reads. */
  readonly dataSource: string;
  /** How long stale rows are served when the engine fails. */
  readonly staleIfErrorSeconds: number;
}

/** The checked parts of a request. */
export interface CheckedRequest {
  readonly values: ArgumentValues;
  /** Whether rows and errors are redacted. */
  readonly redact: boolean;
  /** The first read for the requested page; undefined if none is requested. */
  readonly page: PageRead | undefined;
  /** Whether the engine orders the rows of an endpoint that caches, since the cached ones were cut. */
  readonly isOrdered?: boolean;
}

/** The plan of a request, with how its rows are presented. */
export interface RequestPlan extends Plan {
  /** The endpoint's name. */
  readonly endpoint: string;
  /** All columns of the question; `columns` may be a subset. */
  readonly wholeColumns: readonly OutputColumn[];
  /** Converts rows to the shape of `wholeColumns`; undefined if they already have it. */
  readonly widen: ((rows: readonly Row[]) => readonly Row[]) | undefined;
  readonly redact: boolean;
  /** Whose request it is: decides the turn in which long rows are redacted. */
  readonly purpose: QueryPurpose;
  /** Whether the key fixes the tenant. */
  readonly isPinned: boolean;
  readonly definitionVersion: string;
  /** How long the caller's SQL waited to be compiled, in milliseconds; 0 if it did not have to be. */
  readonly waitedMs: number;
  /** How the rows are ordered and limited; undefined for neither. */
  readonly shape: Shape | undefined;
  /** Whether rows are redacted before they are ordered and limited: an order tells of the values that it goes by. */
  readonly ordersRedacted: boolean;
  /** The plan for the case that the rows to order were cut; undefined where they are not ordered again for it. */
  readonly orderedPlan: (() => RequestPlan) | undefined;
  /** Undefined if no view is requested. */
  readonly page: PlannedPage | undefined;
}

/** The read that a plan performs for a page of a view. */
export interface PlannedPage {
  readonly read: PageRead;
  /** Plans another read for the page. */
  plan(read: PageRead): RequestPlan;
}

/** Keys of plans whose arguments fit their places: a pattern may take 10 ms to check. */
const accepted = new LRUCache<string, true>({ max: 10_000 });

/**
 * Plans a checked request; throws `BAD_USER_INPUT` for an argument that does not fit its place. The key covers
 * everything that decides the rows, and nothing else.
 */
export function planRun(
  request: RunRequest,
  checked: CheckedRequest,
  settings: PlanSettings,
): RequestPlan {
  const { endpoint } = request;
  const { page, redact } = checked;
  const tenant = tenantOf(request);
  // Refuses a tenant that no row can have before anything is cached for it.
  tenantValues(endpoint, tenant);
  const variant = variantOf(request);
  const whole = questionOf(request, variant, page);
  const ordersRedacted = redact && isOrderedByText(request);
  const question = shapedQuestion(narrow(whole, request), request, {
    ordersRedacted,
    isOrdered: checked.isOrdered === true,
  });
  const bound = { values: literalTenant(endpoint, { ...checked, tenant }), tenant };
  const scope = [settings.dataSource, endpoint.version, tenant ?? null] as const;
  const identity = identityOf(scope, bound.values, question);
  const key = hash('sha256', identity);
  if (!accepted.get(key)) {
    checkPlaces(whole.statement, endpoint.definition.parameters, bound.values);
    accepted.set(key, true);
  }
  const isStored = question.key === null;
  const termsAt = termsOf(request, question);
  const parts = partsOf(request, question, { bound, key, termsAt, scope, variant });
  const { projection } = question;
  return {
    endpoint: endpoint.definition.name,
    key,
    identity,
    statement: question.statement,
    columns: question.statement.columns,
    checkRows:
      page || request.sql !== undefined ? undefined : assertionCheck(endpoint, request.columns),
    lifetime: lifetimeOf(endpoint.definition.settings, isStored, settings),
    share: isStored ? 'stored' : 'sandbox',
    termsAt,
    queryAt: (context) => queryOf(parts, context),
    mergeAt: (context) => mergeOf(parts, context),
    wholeColumns: whole.statement.columns,
    widen: projection?.widen,
    redact,
    purpose: { endpoint: endpoint.definition.name, keyId: request.caller.keyId, via: request.via },
    isPinned: tenant !== undefined,
    definitionVersion: endpoint.version,
    waitedMs: 0,
    shape: request.shape,
    ordersRedacted,
    orderedPlan:
      isOrderedWhereCut(request) && !ordersRedacted && !checked.isOrdered
        ? () => planRun(request, { ...checked, isOrdered: true }, settings)
        : undefined,
    page: page && {
      read: page,
      plan: (read) => planRun(request, { ...checked, page: read }, settings),
    },
  };
}

function partsOf(
  { endpoint }: RunRequest,
  { isFoldable, merged, parameters, projection, statement }: Question,
  {
    bound,
    key,
    scope,
    termsAt,
    variant,
  }: {
    readonly bound: TenantArguments;
    readonly key: string;
    readonly scope: readonly unknown[];
    readonly termsAt: QueryParts['termsAt'];
    readonly variant: Variant;
  },
): QueryParts {
  const { values } = bound;
  return {
    key,
    termsAt,
    statement: () =>
      isFoldable ? foldedStatement(endpoint, endpoint[variant], statement, values) : statement,
    written: statement,
    parametersAt: ({ now }) => new Map([...bindParameters(endpoint, bound, now), ...parameters]),
    merged,
    foldMerged: (one) => foldCompiled(endpoint, one, one.statement, values),
    // Merged statements compute the columns that the first plan of a group shows.
    scope: [...scope, projection?.names ?? null],
  };
}

/** Whether rows that were cut have to be ordered by the engine, which cached ones are not. */
function isOrderedWhereCut({ endpoint, shape }: RunRequest): boolean {
  return shape !== undefined && shape.orderBy.length > 0 && isCached(endpoint);
}

/** Whether a column that rows are ordered by may be redacted. */
function isOrderedByText({ endpoint, shape }: RunRequest): boolean {
  const { columns } = endpoint.definition;
  return shape?.orderBy.some(({ index }) => columns[index]?.type.type.kind === 'STRING') ?? false;
}

function isCached({ definition }: RunRequest['endpoint']): boolean {
  return definition.settings.cacheSeconds !== undefined;
}

/** Who orders the rows. */
interface ShapedBy {
  /** Whether rows are redacted before they are ordered. */
  readonly ordersRedacted: boolean;
  /** Whether the engine orders those of an endpoint that caches. */
  readonly isOrdered: boolean;
}

/**
 * The question as a shape asks for it. Of an endpoint that caches, its own: cached rows answer all shapes, unless they
 * were cut and have to be ordered.
 */
function shapedQuestion(
  question: Question,
  request: RunRequest,
  { isOrdered, ordersRedacted }: ShapedBy,
): Question {
  const { endpoint, shape } = request;
  if (!shape || ordersRedacted || (isCached(endpoint) && !isOrdered)) return question;
  const ordered =
    shape.orderBy.length > 0
      ? orderedQuestion(question, request, variantOf(request), shape)
      : question;
  if (isCached(endpoint) || shape.limit === undefined) return ordered;
  return {
    ...ordered,
    maxRows: Math.min(shape.limit, ordered.maxRows),
    key: [ordered.key, shape.limit],
  };
}

/** The form of the endpoint's statements for a request: `pinned` if its key pins the tenant. */
export function variantOf(request: RunRequest): Variant {
  return tenantOf(request) === undefined ? 'open' : 'pinned';
}

/** The tenant that the request's key is pinned to; undefined if it is not. */
export function tenantOf({ caller, endpoint }: RunRequest): string | undefined {
  return pinnedTenant(endpoint, caller.pins);
}

function identityOf(
  [dataSource, version, tenant]: readonly [string, string, string | null],
  values: ArgumentValues,
  { key, projection }: Question,
): string {
  // In the order of their declaration, and absent ones as null.
  const identity = [
    dataSource,
    version,
    Object.entries(values),
    tenant,
    key,
    projection?.names ?? null,
  ];
  return JSON.stringify(identity, (_, value: unknown) =>
    typeof value === 'bigint' ? `${value}n` : value,
  );
}

/** The version of the endpoint that an identity is of. */
export function versionIn(identity: string): string | undefined {
  return /^\["(?:[^"\\]|\\.)*","([^"]*)"/.exec(identity)?.[1];
}

/** The terms of a question in a context. Retains what a refresh needs of the request. */
function termsOf(
  { caller, endpoint, labels, via }: RunRequest,
  { maxRows, maxBytes, isCallersSql }: Question,
): (context: RunContext) => QueryTerms {
  const purpose = { endpoint: endpoint.definition.name, keyId: caller.keyId };
  const endpointBytes = endpoint.definition.settings.maxBytesBilled;
  const { maxBytes: keyBytes, dailyBytes: keyDailyBytes, maxRunning, maxWaiting } = caller;
  return ({ isRefresh = false }) => {
    return {
      maxRows,
      maxBytes,
      isCallersSql,
      purpose: isRefresh ? { ...purpose, via: 'warm' } : { ...purpose, via, labels },
      // A refresh has no key limits, so that all keys may share it.
      limits: isRefresh ? { endpointBytes } : { endpointBytes, keyBytes, keyDailyBytes },
      ...(!isRefresh && { bounds: { maxRunning, maxWaiting } }),
    };
  };
}

/** Callers' own SQL and pages of views have the endpoint's lifetime, but are not warmed. */
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

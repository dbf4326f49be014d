import { createHash } from 'node:crypto';
import { RE2JS } from 're2js';
import { scalarOf } from '../endpoint.ts';
import type { BoundParameter, Statement } from '../engines/engine.ts';
import { CLOCK_PARAMETER } from '../googlesql/syntax/pin-clock.ts';
import type { Type } from '../googlesql/types.ts';
import type { Value } from '../googlesql/value.ts';
import type { Argument, Arguments } from './arguments.ts';
import { type PreparedEndpoint, TENANT_PARAMETER } from './prepare.ts';
import type { RunRequest } from './runner.ts';
import { compileSandbox } from './sandbox.ts';
import type { Plan } from './source.ts';
import { encodeCursor } from './view-cursor.ts';
import { type PageRead, pageParameters } from './view-page.ts';

/** What is asked of an endpoint: its stored query, the caller's own SELECT, or a page of a view. */
interface Question {
  readonly statement: Statement;
  /** What tells the question from others to the endpoint. */
  readonly key: unknown;
  readonly maxRows: number;
  readonly isCallersSql: boolean;
  /** Bound beside the endpoint's parameters. */
  readonly parameters: ReadonlyMap<string, BoundParameter>;
}

/** Everything that decides a request's rows; its key does not depend on `now`. */
export function planRun(
  request: RunRequest,
  values: Arguments,
  dataSource: string,
  page?: PageRead,
): Plan {
  const { endpoint, caller, now } = request;
  const tenant = caller.pins.get(endpoint.definition.tenant.parameter);
  const variant = tenant === undefined ? 'open' : 'pinned';
  const question = page ? askPage(page, variant) : askEndpoint(request, variant);
  const bound = literalTenant(endpoint, values, tenant);
  const { key, statement, parameters, maxRows, isCallersSql } = question;
  return {
    key: planKey([dataSource, endpoint.version, canonical(bound), tenant ?? null, key]),
    cacheSeconds: endpoint.definition.settings.cacheSeconds,
    query: {
      statement,
      parameters: new Map([...bindParameters(endpoint, bound, tenant, now), ...parameters]),
      maxRows,
      isCallersSql,
    },
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
    isCallersSql: sandbox !== undefined,
    parameters: new Map(),
  };
}

function askPage(read: PageRead, variant: Variant): Question {
  const { request, rows } = read;
  return {
    statement: request.view[variant],
    key: [request.name, rows, encodeCursor(request.after)],
    maxRows: rows,
    isCallersSql: false,
    parameters: pageParameters(read),
  };
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

function planKey(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
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

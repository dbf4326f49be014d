import { RE2JS } from 're2js';
import { type PreparedEndpoint, TENANT_PARAMETER } from '../../catalog/prepare.ts';
import { scalarOf } from '../../endpoint/spelling.ts';
import type { BoundParameter } from '../../engines/engine.ts';
import { CLOCK_PARAMETER, type Type } from '../../googlesql/index.ts';
import type { Argument, Arguments } from './arguments.ts';

/** Coerced arguments, and the tenant that the key pins. */
export interface TenantArguments {
  readonly values: Arguments;
  readonly tenant: string | undefined;
}

/** The arguments with a pinned tenant taken literally: quoted for RE2 where the endpoint matches tenants by pattern. */
export function literalTenant(
  { definition }: PreparedEndpoint,
  { values, tenant }: TenantArguments,
): Arguments {
  const { match, parameter } = definition.tenant;
  if (tenant === undefined || match === 'equal') return values;
  return { ...values, [parameter]: RE2JS.quote(tenant) };
}

/** Binds all parameters of an endpoint's statements: declared, derived, the clock and the pinned tenant. */
export function bindParameters(
  endpoint: PreparedEndpoint,
  { values, tenant }: TenantArguments,
  now: bigint,
): Map<string, BoundParameter> {
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
  if (tenant !== undefined) {
    bound.set(TENANT_PARAMETER, { type: { kind: 'STRING' }, value: tenant });
  }
  return bound;
}

function bind(type: Type, value: Argument): BoundParameter {
  return { type, value: value ?? null };
}

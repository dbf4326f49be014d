import { RE2JS } from 're2js';
import { pinParameter } from '../../catalog/barrier/tenant-condition.ts';
import { type PreparedEndpoint, TENANT_PARAMETER } from '../../catalog/prepare.ts';
import { scalarOf } from '../../endpoint/spelling.ts';
import type { BoundParameter } from '../../engines/engine.ts';
import { FieldstoneError } from '../../errors.ts';
import { CLOCK_PARAMETER, SCALARS, type Type } from '../../googlesql/index.ts';
import type { Argument, Arguments } from './arguments.ts';
import { SCALAR_TEXTS } from './scalar-texts.ts';

/** Coerced arguments, and the tenant that the key pins. */
export interface TenantArguments {
  readonly values: Arguments;
  readonly tenant: string | undefined;
}

/** The arguments with a pinned tenant taken literally: quoted for RE2 where the endpoint matches tenants by pattern. */
export function literalTenant(
  { tenancy }: PreparedEndpoint,
  { values, tenant }: TenantArguments,
): Arguments {
  if (tenant === undefined || tenancy.tenant?.match !== 'pattern') return values;
  return { ...values, [tenancy.tenant.parameter]: RE2JS.quote(tenant) };
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
  for (const [name, value] of tenantValues(endpoint, tenant)) bound.set(name, value);
  return bound;
}

/**
 * The parameters that carry a pinned tenant, with its value in the type of each tenant column. Throws `FORBIDDEN` if it
 * is no value of such a type.
 */
export function tenantValues(
  { definition, tenancy }: PreparedEndpoint,
  tenant: string | undefined,
): readonly (readonly [string, BoundParameter])[] {
  if (tenant === undefined) return [];
  return tenancy.kinds.map((kind) => {
    const value = kind === 'STRING' ? tenant : SCALAR_TEXTS[kind]?.parse(tenant);
    if (value !== undefined) {
      return [pinParameter(TENANT_PARAMETER, kind), { type: SCALARS[kind], value }] as const;
    }
    const problem = `This key is restricted to a tenant that endpoint "${definition.name}" cannot have`;
    throw new FieldstoneError('FORBIDDEN', problem);
  });
}

function bind(type: Type, value: Argument): BoundParameter {
  return { type, value: value ?? null };
}

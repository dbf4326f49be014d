import { RE2JS } from 're2js';
import { CLOCK_PARAMETER, SCALARS, type Type } from '#googlesql';
import { pinParameter } from '../../catalog/barrier/tenant-condition.ts';
import { type PreparedEndpoint, TENANT_PARAMETER } from '../../catalog/prepare.ts';
import type { Endpoint } from '../../endpoint/endpoint.ts';
import { typeOf } from '../../endpoint/spelling.ts';
import type { BoundParameter } from '../../engines/engine.ts';
import { FieldstoneError } from '../../errors.ts';
import type { ArgumentValues } from './arguments.ts';
import { SCALAR_TEXTS } from './scalar-texts.ts';

/** Coerced arguments, and the tenant that the key pins. */
export interface TenantArguments {
  readonly values: ArgumentValues;
  readonly tenant: string | undefined;
}

/** The arguments with a pinned tenant taken literally: quoted for RE2 where the endpoint matches tenants by pattern. */
export function literalTenant(
  { tenancy }: PreparedEndpoint,
  { values, tenant }: TenantArguments,
): ArgumentValues {
  if (tenant === undefined || tenancy.tenant?.match !== 'pattern') return values;
  return { ...values, [tenancy.tenant.parameter]: RE2JS.quote(tenant) };
}

/** Binds all parameters of an endpoint's statements: declared, derived, the clock and the pinned tenant. */
export function bindParameters(
  endpoint: PreparedEndpoint,
  { values, tenant }: TenantArguments,
  now: bigint,
): Map<string, BoundParameter> {
  const { definition } = endpoint;
  const derived = derivedValues(definition, values, now);
  return new Map([
    ...boundValues(definition, { ...values, ...derived }, now),
    ...tenantValues(endpoint, tenant),
  ]);
}

/** The values of an endpoint's derived parameters. */
export function derivedValues(
  { derive }: Endpoint,
  values: ArgumentValues,
  now: bigint,
): ArgumentValues {
  const used = Object.fromEntries(derive.uses.map((name) => [name, values[name]]));
  return derive.compute(used, now) as ArgumentValues;
}

/** The declared and derived parameters with their values, and the clock. */
export function boundValues(
  { derive, parameters }: Endpoint,
  values: ArgumentValues,
  now: bigint,
): readonly (readonly [string, BoundParameter])[] {
  const bind = (name: string, type: Type) =>
    [name.toLowerCase(), { type, value: values[name] ?? null }] as const;
  return [
    ...Object.entries(parameters).map(([name, { type }]) => bind(name, type)),
    ...Object.entries(derive.parameters).map(([name, type]) => bind(name, typeOf(type))),
    [CLOCK_PARAMETER, { type: SCALARS.TIMESTAMP, value: now }],
  ];
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

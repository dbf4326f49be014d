import type { Endpoint } from './endpoint.ts';

/** The parameters by which any of the endpoints keeps tenants apart: a pin on one of them is a tenant's. */
export function tenantParameters(endpoints: readonly Endpoint[]): ReadonlySet<string> {
  return new Set(endpoints.map(({ tenant }) => tenant.parameter));
}

/** The tenant pin that an endpoint cannot apply, which closes it; pins on other parameters close nothing. */
export function inapplicablePin(
  endpoint: Endpoint,
  pins: Iterable<string>,
  tenants: ReadonlySet<string>,
): string | undefined {
  for (const name of pins) {
    if (tenants.has(name) && endpoint.tenant.parameter !== name) return name;
  }
  return undefined;
}

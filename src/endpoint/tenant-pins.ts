import type { Endpoint } from './endpoint.ts';

/** The tenant parameters of the endpoints; a pin on one of them pins a tenant. */
export function tenantParameters(endpoints: readonly Endpoint[]): ReadonlySet<string> {
  return new Set(endpoints.map(({ tenant }) => tenant.parameter));
}

/**
 * The tenant pin that an endpoint cannot apply, which makes it unavailable; undefined if there is none. Pins on other
 * parameters are ignored.
 */
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

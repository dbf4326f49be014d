import type { Endpoint } from './endpoint.ts';

/** The names that keys and settings may mention. */
export interface EndpointNames {
  readonly endpoints: ReadonlySet<string>;
  /** Ids of the endpoints. */
  readonly ids: ReadonlySet<string>;
  /** Parameters of any endpoint, and the project's own pin. */
  readonly parameters: ReadonlySet<string>;
  /** The pins that restrict a key to one tenant. */
  readonly tenants: ReadonlySet<string>;
}

/** The names of a project. */
export function namesOf(project: PinnedProject): EndpointNames {
  const { endpoints } = project;
  const { names: tenants } = tenantPins(project);
  return {
    endpoints: new Set(endpoints.map(({ name }) => name)),
    ids: new Set(endpoints.map(({ id }) => id.toLowerCase())),
    parameters: new Set([
      ...endpoints.flatMap(({ parameters }) => Object.keys(parameters)),
      ...tenants,
    ]),
    tenants,
  };
}

/** The pins of a project that restrict a key to one tenant. */
export interface TenantPins {
  /** The pin that every endpoint applies; undefined if the project names none. */
  readonly pin: string | undefined;
  /** It, and the tenant parameters that endpoints declare, which pins can fix for these endpoints alone. */
  readonly names: ReadonlySet<string>;
}

/** The endpoints of a project, and the pin that it names. */
export interface PinnedProject {
  readonly endpoints: readonly Endpoint[];
  readonly tenant?: string | undefined;
}

/** The pins of a project that restrict a key to one tenant. */
export function tenantPins({ endpoints, tenant: pin }: PinnedProject): TenantPins {
  const declared = endpoints.flatMap(({ tenant }) => tenant?.parameter ?? []);
  return { pin, names: new Set([...(pin === undefined ? [] : [pin]), ...declared]) };
}

/**
 * The tenant pin that an endpoint cannot apply, which makes it unavailable; undefined if there is none. Pins on other
 * parameters are ignored.
 */
export function inapplicablePin(
  endpoint: Endpoint,
  pins: Iterable<string>,
  { names, pin }: TenantPins,
): string | undefined {
  const able = [pin, endpoint.tenant?.parameter];
  return [...pins].find((name) => names.has(name) && !able.includes(name));
}

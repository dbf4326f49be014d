import type { Endpoint } from './endpoint.ts';
import { tenantParameters } from './tenant-pins.ts';

/** The names that keys and settings may mention. */
export interface EndpointNames {
  readonly endpoints: ReadonlySet<string>;
  /** Ids of the endpoints. */
  readonly ids: ReadonlySet<string>;
  /** Parameters of any endpoint. */
  readonly parameters: ReadonlySet<string>;
  /** The parameters that keep tenants apart. */
  readonly tenants: ReadonlySet<string>;
}

/** The names of some endpoints. */
export function namesOf(endpoints: readonly Endpoint[]): EndpointNames {
  return {
    endpoints: new Set(endpoints.map(({ name }) => name)),
    ids: new Set(endpoints.map(({ id }) => id.toLowerCase())),
    parameters: new Set(endpoints.flatMap(({ parameters }) => Object.keys(parameters))),
    tenants: tenantParameters(endpoints),
  };
}

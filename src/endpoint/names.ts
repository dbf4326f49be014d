import { type PinnedProject, tenantPins } from './tenant-pins.ts';

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

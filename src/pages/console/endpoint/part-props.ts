import type { Catalogue, Endpoint } from '../api/description.ts';
import type { Route } from '../navigation/route.ts';

/** Properties of an endpoint's page and of its parts. */
export interface EndpointPartProps {
  readonly endpoint: Endpoint;
  readonly catalogue: Catalogue;
  readonly apiKey: string;
  readonly route: Route;
}

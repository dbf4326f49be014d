import { prepareEndpoint, prepareEndpoints } from '../../src/catalog/prepare.ts';
import { Registry } from '../../src/catalog/registry.ts';
import type { Endpoint } from '../../src/endpoint/endpoint.ts';
import { Runner } from '../../src/execution/runner.ts';
import { graphqlRoute } from '../../src/graphql/route.ts';
import { restRoute } from '../../src/rest/route.ts';
import { cached, type Run } from './cached.ts';
import { httpServer } from './http-server.ts';
import { PROJECT } from './project.ts';

const TABLES = PROJECT.tables;

const PREPARED = prepareEndpoints(PROJECT).map((endpoint) =>
  endpoint.definition.name === 'logs.all'
    ? prepareEndpoint(keepRows(endpoint.definition), TABLES)
    : endpoint,
);

/** The endpoints of the service, all of which keep their rows: those of `logs.all` have columns of every kind. */
export const KEPT = new Registry(PREPARED);

function keepRows(definition: Endpoint): Endpoint {
  return { ...definition, settings: { ...definition.settings, cacheSeconds: 60 } };
}

/** How a `cachedServer` differs from the usual one. */
export interface CachedServerOptions {
  readonly corsOrigins?: readonly string[];
  /** Whether the clock of the test is also the microcache's, so that answers are kept. @default false */
  readonly usesMicrocache?: boolean;
  /** For rows of stored queries, and as much for those of callers' SQL. @default 1e6 */
  readonly cacheBytes?: number;
}

/** Both interfaces over a cache, where endpoints answer what a test says. */
export async function cachedServer(
  run?: Run,
  { corsOrigins = ['*'], usesMicrocache = false, cacheBytes }: CachedServerOptions = {},
) {
  const parts = cached(run, undefined, cacheBytes);
  const runner = new Runner(parts.source, { dataSource: 'scripted' });
  const routes = { served: () => ({ registry: KEPT, runner }), clock: parts.clock.now };
  const server = await httpServer({
    corsOrigins,
    usesMicrocache,
    clock: parts.clock.now,
    dataVersion: () => parts.data.version,
    routes: [graphqlRoute(routes), restRoute(routes)],
  });
  return { ...server, ...parts, runner };
}

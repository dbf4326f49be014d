import type { Endpoint } from '../../src/endpoint.ts';
import { ENDPOINTS } from '../../src/endpoints/index.ts';
import { graphqlDoor } from '../../src/graphql/door.ts';
import { restDoor } from '../../src/rest/door.ts';
import { prepareEndpoint, prepareEndpoints } from '../../src/run/prepare.ts';
import { Registry } from '../../src/run/registry.ts';
import { Runner } from '../../src/run/runner.ts';
import { readTables } from '../../src/tables.ts';
import { cached, type Run } from './cached.ts';
import { httpServer } from './http-server.ts';

const TABLES = readTables();

const PREPARED = prepareEndpoints(ENDPOINTS, TABLES).map((endpoint) =>
  endpoint.definition.name === 'logs.all'
    ? prepareEndpoint(keepRows(endpoint.definition), TABLES)
    : endpoint,
);

/** The endpoints of the service, all of which keep their rows: those of `logs.all` have columns of every kind. */
export const KEPT = new Registry(PREPARED);

function keepRows(definition: Endpoint): Endpoint {
  return { ...definition, settings: { ...definition.settings, cacheSeconds: 60 } };
}

/** Both doors over a cache, where endpoints answer what a test says. */
export async function cachedServer(run?: Run, corsOrigins: readonly string[] = ['*']) {
  const parts = cached(run);
  const runner = new Runner(parts.source, { dataSource: 'scripted' });
  const doors = { registry: KEPT, runner, clock: parts.clock.now };
  const server = await httpServer({
    corsOrigins,
    doors: [graphqlDoor(doors), restDoor(doors)],
  });
  return { ...server, ...parts, runner };
}

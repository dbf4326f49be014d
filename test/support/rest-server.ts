import { prepareEndpoint } from '../../src/catalog/prepare.ts';
import { Registry } from '../../src/catalog/registry.ts';
import { Runner } from '../../src/execution/runner.ts';
import { restRoute } from '../../src/rest/route.ts';
import { logsAll } from './endpoints.ts';
import { httpServer, type TestServer } from './http-server.ts';
import { PROJECT } from './project.ts';
import { ScriptedSource } from './scripted-source.ts';

const LOGS_ALL = prepareEndpoint(logsAll, PROJECT.tables);

/** An old id that the server's callers may still use for `logs.all`. */
export const OLD_ID = '0A0A0A0A-1111-4222-8333-444444444444';

/** Where `logs.all` answers. */
export const LOGS_PATH = '/api/endpoints/query/logs.all';

/** A URL with the arguments that `logs.all` needs. */
export const ASKED = `${LOGS_PATH}?project=demo&project_tier=PRO`;

/** The moment at which the server's clock stands: 2026-07-01T12:00:00Z. */
export const NOW = 1_782_907_200_000_000n;

/** A server with the REST path, where `logs.all` answers what the source says. */
export async function restServer(
  source: ScriptedSource = new ScriptedSource(),
): Promise<TestServer & { readonly source: ScriptedSource }> {
  const registry = new Registry([LOGS_ALL], { [OLD_ID]: 'logs.all' });
  const runner = new Runner(source, { dataSource: 'scripted' });
  const route = restRoute({ served: () => ({ registry, runner }), clock: () => NOW });
  const server = await httpServer({ routes: [route] });
  return { ...server, source };
}

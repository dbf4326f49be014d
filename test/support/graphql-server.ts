import { type PreparedEndpoint, prepareEndpoints } from '../../src/catalog/prepare.ts';
import { Registry } from '../../src/catalog/registry.ts';
import { Runner } from '../../src/execution/runner.ts';
import { graphqlRoute } from '../../src/graphql/route.ts';
import { httpServer, type TestServer } from './http-server.ts';
import { PROJECT } from './project.ts';
import { ScriptedSource } from './scripted-source.ts';

/** A GraphQL response without its transport. */
export interface GraphqlResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: {
    readonly data?: Readonly<Record<string, unknown>> | null;
    readonly errors?: readonly {
      readonly message: string;
      readonly path?: readonly (string | number)[];
      readonly locations?: readonly { readonly line: number; readonly column: number }[];
      readonly extensions: Readonly<Record<string, unknown>>;
    }[];
  };
}

/** A server whose endpoints answer what a source says. */
export interface GraphqlServer extends TestServer {
  readonly source: ScriptedSource;
  /** Posts a request of some members. */
  post(body: object | string, headers?: Readonly<Record<string, string>>): Promise<GraphqlResponse>;
}

const PREPARED = prepareEndpoints(PROJECT);

/** A server with the GraphQL path alone, closed when the running test ends. */
export async function graphqlServer(
  source: ScriptedSource = new ScriptedSource(),
  endpoints: readonly PreparedEndpoint[] = PREPARED,
): Promise<GraphqlServer> {
  const registry = new Registry(endpoints);
  const runner = new Runner(source, { dataSource: 'scripted' });
  const route = graphqlRoute({
    served: () => ({ registry, runner }),
    clock: () => 1_782_907_200_000_000n,
  });
  const server = await httpServer({ routes: [route] });
  const post: GraphqlServer['post'] = async (body, headers = {}) => {
    const response = await server.app.inject({
      method: 'POST',
      url: '/graphql',
      headers: { 'x-api-key': server.key, 'content-type': 'application/json', ...headers },
      payload: body,
    });
    return { status: response.statusCode, headers: response.headers, body: response.json() };
  };
  return { ...server, source, post };
}

import type { Gateway } from '../../support/gateway.ts';

/** The ways in for a caller's own SQL. */
export const INTERFACES = ['GET', 'POST', 'GraphQL'] as const;

/** What an interface answered. */
export interface SandboxAnswer {
  /** `OK`, or the code of the problem. */
  readonly code: string;
  readonly message: string;
  /** The whole answer, as it was sent. */
  readonly text: string;
  readonly truncated: boolean;
}

const ARGUMENTS = { project: 'mine', project_tier: 'ENTERPRISE' };

/** Sends SQL over the views of `logs.all` through one of the interfaces. */
export function askSandbox(
  gateway: Gateway,
  sql: string,
  via: (typeof INTERFACES)[number] = 'POST',
  key: string = gateway.key,
): Promise<SandboxAnswer> {
  return via === 'GraphQL' ? askGraphql(gateway, sql, key) : askRest(gateway, sql, via, key);
}

async function askRest(
  { app }: Gateway,
  sql: string,
  method: 'GET' | 'POST',
  key: string,
): Promise<SandboxAnswer> {
  const members = new URLSearchParams({ ...ARGUMENTS, sql }).toString();
  const path = '/api/endpoints/query/logs.all';
  const response =
    method === 'GET'
      ? await app.inject({ url: `${path}?${members}`, headers: { 'x-api-key': key } })
      : await app.inject({
          method,
          url: path,
          headers: { 'x-api-key': key, 'content-type': 'application/x-www-form-urlencoded' },
          payload: members,
        });
  const { code = 'OK', detail = '' } = response.json();
  const isRefused = code === 'SQL_INVALID';
  if ((response.statusCode === 400) !== isRefused) {
    throw new Error(`Status ${response.statusCode} with code ${code}`);
  }
  const truncated = response.headers['fieldstone-truncated'] === 'true';
  return { code, message: detail, text: response.body, truncated };
}

const OPERATION = `query ($arguments: JSON!, $sql: String!) {
  sandbox(endpoint: "logs.all", arguments: $arguments, sql: $sql) { rows truncated columns { name type mode } }
}`;

async function askGraphql({ app }: Gateway, sql: string, key: string): Promise<SandboxAnswer> {
  const response = await app.inject({
    method: 'POST',
    url: '/graphql',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    payload: JSON.stringify({ query: OPERATION, variables: { arguments: ARGUMENTS, sql } }),
  });
  const { data, errors = [] } = response.json();
  const code = errors[0]?.extensions.code ?? 'OK';
  const truncated = data?.sandbox?.truncated ?? false;
  return { code, message: errors[0]?.message ?? '', text: response.body, truncated };
}

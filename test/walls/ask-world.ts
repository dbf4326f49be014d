import type { World } from './world.ts';

/** One question to a gateway. */
export interface Question {
  readonly what: string;
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly payload?: string;
  /** The media type that is asked for. @default JSON */
  readonly accept?: string;
}

const LOGS = { project_tier: 'ENTERPRISE' };

/** A caller's SQL on the REST path. */
export function restSql(endpoint: string, sql: string): Question {
  const payload = JSON.stringify({ ...LOGS, interval: '7day', sql });
  return { what: sql, method: 'POST', url: `/api/endpoints/query/${endpoint}`, payload };
}

/** A caller's SQL through GraphQL. */
export function graphqlSql(endpoint: string, sql: string): Question {
  const query = `query ($arguments: JSON!, $sql: String!) {
    sandbox(endpoint: ${JSON.stringify(endpoint)}, arguments: $arguments, sql: $sql) {
      rows rowCount truncated columns { name type mode }
    }
  }`;
  const own = endpoint === 'logs.all' ? LOGS : { interval: '7day' };
  return graphql(sql, query, { arguments: own, sql });
}

/** A caller's SQL as a call of the tool `sandbox`. */
export function toolSql(endpoint: string, sql: string): Question {
  const own = endpoint === 'logs.all' ? LOGS : { interval: '7day' };
  return { ...toolCall('sandbox', { endpoint, arguments: own, sql }), what: sql };
}

/** A call of a tool, whose answer has no bound of its own. */
export function toolCall(name: string, args: object): Question {
  const params = { name, arguments: args };
  const payload = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  const accept = 'application/json, text/event-stream';
  return { what: payload, method: 'POST', url: '/mcp?maxChars=0', payload, accept };
}

/** An operation of GraphQL. */
export function graphql(what: string, query: string, variables: object = {}): Question {
  return { what, method: 'POST', url: '/graphql', payload: JSON.stringify({ query, variables }) };
}

/** A stored query on the REST path. */
export function restStored(endpoint: string, values: Readonly<Record<string, string>>): Question {
  const url = `/api/endpoints/query/${endpoint}?${new URLSearchParams(values)}`;
  return { what: url, method: 'GET', url };
}

/** What of an answer may not depend on others: all of it, but for its id and the moment. */
export interface Seen {
  readonly status: number;
  readonly text: string;
}

/** Headers that tell of the request or of the moment. */
const OF_THE_REQUEST: ReadonlySet<string> = new Set([
  'date',
  'x-request-id',
  'server-timing',
  'age',
]);

/** Asks a gateway with a key pinned to a tenant. */
export async function ask(world: World, question: Question, tenant: string): Promise<Seen> {
  const { accept = 'application/json', method, url, payload } = question;
  const response = await world.app.inject({
    method,
    url,
    headers: {
      accept,
      'x-api-key': world.key(tenant),
      ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(payload === undefined ? {} : { payload }),
  });
  const headers = Object.entries(response.headers)
    .filter(([name]) => !OF_THE_REQUEST.has(name))
    .map(([name, value]) => `${name}: ${value}`);
  const body = response.body.replaceAll(/"requestId":"[^"]*"/g, '"requestId":""');
  return { status: response.statusCode, text: [...headers, body].join('\n') };
}

import type { GraphQLSchema } from 'graphql';
import type { Gateway } from '../../support/gateway.ts';
import { documentOf } from '../../support/graphql-answer.ts';
import { type MessageAnswer, type REVISIONS, sendMessage } from '../../support/mcp-call.ts';

type Arguments = Readonly<Record<string, unknown>>;

/** A call of a tool. */
export type Call = readonly [tool: string, args: Arguments];

/** What an interface made of a call. */
export interface Verdict {
  /** The code of its error; undefined where there is none. */
  readonly code: string | undefined;
  /** The message of its error. */
  readonly message: string | undefined;
  /** What it answered, but for what no interface shares. */
  readonly answer: unknown;
}

/** Calls a tool with a key, as clients of a revision do. */
export async function verdictOfTool(
  { app }: Gateway,
  key: string,
  [name, args]: Call,
  revision: (typeof REVISIONS)[number],
): Promise<Verdict> {
  const params = { name, arguments: args };
  const { body, status } = await sendMessage({ app, key }, 'tools/call', params, { revision });
  const refused = refusalOf(body, status);
  if (refused) return { answer: undefined, ...refused };
  const answer = comparable(name, body.result?.structuredContent ?? {});
  return { code: undefined, message: undefined, answer };
}

/** What GraphQL has of an answer too: of views the columns, and nothing of what a call would cost. */
function comparable(tool: string, answer: Arguments): unknown {
  if (tool === 'estimate') return {};
  if (tool !== 'describe') return answer;
  const { endpoint, views } = answer as unknown as DescribedEndpoint;
  return { endpoint, views: views.map(columnsOf) };
}

/** What `describe` tells of an endpoint. */
interface DescribedEndpoint {
  readonly endpoint: string;
  readonly views: readonly DescribedView[];
}

interface DescribedView {
  readonly name: string;
  readonly columns: readonly DescribedColumn[];
}

interface DescribedColumn {
  readonly name: string;
  readonly type: string;
  readonly mode: string;
}

function columnsOf({ columns, name }: DescribedView): DescribedView {
  return { name, columns: columns.map(({ mode, name, type }) => ({ name, type, mode })) };
}

function refusalOf({ code, detail, error, result }: MessageAnswer['body'], status: number) {
  if (code !== undefined) return { code, message: detail };
  if (error) return { code: error.data?.['fieldstone/code'] as string, message: error.message };
  if (!result) return { code: String(status), message: detail };
  if (!result.isError) return undefined;
  return {
    code: result._meta?.['fieldstone/code'] as string,
    message: result.content.map(({ text }) => text).join('\n'),
  };
}

/** The names of the tools that a key is told of; undefined where it is told of none. */
export async function toolNames({ app }: Gateway, key: string): Promise<readonly string[]> {
  const { body } = await sendMessage({ app, key }, 'tools/list');
  const tools = (body.result?.['tools'] ?? []) as readonly { readonly name: string }[];
  return tools.map(({ name }) => name);
}

/** The same through GraphQL. What a call would cost has no field: whether it is refused is that of the call itself. */
export async function verdictOfGraphql(
  own: Gateway,
  schema: GraphQLSchema,
  key: string,
  [tool, args]: Call,
): Promise<Verdict> {
  if (tool === 'describe') return describedBy(own, key, args);
  if (tool !== 'estimate') return asked(own, key, documentFor(schema, tool, args), args);
  const verdict = await asked(
    own,
    key,
    documentFor(schema, String(args['tool']), args['arguments'] as Arguments),
    args['arguments'] as Arguments,
  );
  return { ...verdict, answer: verdict.code === undefined ? {} : undefined };
}

const SANDBOX = `query ($endpoint: String!, $arguments: JSON!, $sql: String!) {
  answer: sandbox(endpoint: $endpoint, arguments: $arguments, sql: $sql) {
    columns { name type mode } rows truncated
    meta { cacheStatus computedAt ageSeconds redacted definitionVersion bytesBilled bytesSaved }
  } }`;

/** Arguments that the schema does not have stand in the document as they are. */
function documentFor(schema: GraphQLSchema, field: string, args: Arguments): string {
  if (field === 'sandbox') return SANDBOX;
  const document = documentOf(schema, field, args);
  return 'nosuch' in args ? document.replace(`${field}(`, `${field}(nosuch: 1, `) : document;
}

async function asked(
  own: Gateway,
  key: string,
  document: string,
  args: Arguments,
): Promise<Verdict> {
  const { data, errors } = await own.graphql<{ readonly answer: Arguments }>(document, args, {
    'x-api-key': key,
  });
  const [error] = errors ?? [];
  if (!error) return { code: undefined, message: undefined, answer: data.answer };
  return { code: error.extensions.code, message: error.message, answer: undefined };
}

const ENDPOINTS = '{ endpoints { name field sandbox views { name columns { name type mode } } } }';

/** What `describe` tells is the part of `endpoints` that SQL may read. */
async function describedBy(own: Gateway, key: string, args: Arguments): Promise<Verdict> {
  const { data, errors } = await own.graphql<{ readonly endpoints: readonly EndpointEntry[] }>(
    ENDPOINTS,
    {},
    { 'x-api-key': key },
  );
  const [error] = errors ?? [];
  if (error) return { code: error.extensions.code, message: error.message, answer: undefined };
  const endpoint = data.endpoints.find(({ name }) => name === args['endpoint']);
  if (!endpoint?.sandbox) return { code: 'FORBIDDEN', message: undefined, answer: undefined };
  const answer = { endpoint: endpoint.name, views: endpoint.views };
  return { code: undefined, message: undefined, answer };
}

/** An endpoint as GraphQL lists it. */
interface EndpointEntry {
  readonly name: string;
  readonly field: string;
  readonly sandbox: boolean;
  readonly views: readonly DescribedView[];
}

/** The fields of the endpoints that GraphQL lists for a key. */
export async function endpointFields(own: Gateway, key: string): Promise<readonly string[]> {
  const { data } = await own.graphql<{ readonly endpoints: readonly EndpointEntry[] } | undefined>(
    ENDPOINTS,
    {},
    { 'x-api-key': key },
  );
  return data?.endpoints.map(({ field }) => field) ?? [];
}

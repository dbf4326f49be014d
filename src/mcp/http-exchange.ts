import type { IncomingHttpHeaders } from 'node:http';
import {
  classifyInboundRequest,
  createMcpHandler,
  type InboundClassificationOutcome,
  type JSONRPCRequest,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { isLongJson, jsonPieces } from '../values/json-pieces.ts';
import { type MessageContext, REVISIONS } from './protocol.ts';
import { type Era, SharedServers } from './shared-servers.ts';

/** One message over HTTP. */
export interface Exchange {
  readonly headers: IncomingHttpHeaders;
  /** The parsed body. */
  readonly message: Readonly<Record<string, unknown>>;
}

/** What answers a message. */
export interface Answerer {
  readonly context: MessageContext;
  /** A server for this message alone. */
  readonly createServer: () => Server;
}

/** What a message is answered with. */
export interface ExchangeAnswer {
  readonly status: number;
  /** Undefined without a body. */
  readonly bytes: Buffer | undefined;
}

/** The answer to a list or call in which nothing is unusual, which is the same for every id. */
export interface PlainAnswer {
  readonly member: 'result' | 'error';
  /** The JSON of that member. */
  readonly json: Buffer;
}

/**
 * Answers messages over HTTP: revision 2026-07-28 has no sessions, and earlier ones are spoken without. Lists and calls
 * of tools in which nothing is unusual are answered by shared servers; any other message by a server and a transport of
 * its own, which know all rules of the protocol.
 */
export class HttpExchanges {
  readonly #shared = new SharedServers();
  readonly #servers = new WeakMap<Request, () => Server>();
  readonly #modern = createMcpHandler(
    ({ requestInfo }) => {
      const create = requestInfo && this.#servers.get(requestInfo);
      if (!create) throw new Error('The request of an exchange is unknown');
      return create();
    },
    { legacy: 'reject' },
  );

  /** Describes all tools and prepares the shared servers, so that first lists are fast. */
  warm(context: MessageContext): Promise<void> {
    return this.#shared.warm(context);
  }

  /** The answer to a list or call in which nothing is unusual; undefined if it must be sent to `answer`. */
  async plainAnswer(
    { message }: Exchange,
    era: Era,
    { context }: Answerer,
  ): Promise<PlainAnswer | undefined> {
    const answer = await this.#shared.answer(message as JSONRPCRequest, era, context);
    if (!answer) return undefined;
    const [member, value] =
      'result' in answer
        ? (['result', answer.result] as const)
        : (['error', answer.error] as const);
    return { member, json: await jsonOf(value) };
  }

  /** The answer to any message, by a server of its own. */
  async answer(exchange: Exchange, { createServer }: Answerer): Promise<ExchangeAnswer> {
    const { headers, message } = exchange;
    const request = webRequest(headers);
    const response = await (classify(exchange).kind === 'legacy'
      ? answerLegacy(request, message, createServer())
      : this.#answerModern(request, message, createServer));
    const body = Buffer.from(await response.arrayBuffer());
    return { status: response.status, bytes: body.length > 0 ? body : undefined };
  }

  #answerModern(request: Request, message: unknown, create: () => Server): Promise<Response> {
    this.#servers.set(request, create);
    return this.#modern.fetch(request, { parsedBody: message });
  }

  async close(): Promise<void> {
    await Promise.all([this.#shared.close(), this.#modern.close()]);
  }
}

async function jsonOf(value: object): Promise<Buffer> {
  if (!isLongJson(value)) return Buffer.from(JSON.stringify(value));
  return Buffer.concat(await jsonPieces(value));
}

/** The answer to a message with an id. Errors of lists and calls have status 200 too. */
export function withId(id: unknown, { json, member }: PlainAnswer): ExchangeAnswer {
  const head = Buffer.from(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"${member}":`);
  return { status: 200, bytes: Buffer.concat([head, json, END]) };
}

const END = Buffer.from('}');

function classify({ headers, message: body }: Exchange): InboundClassificationOutcome {
  const header = (name: string) => headers[name]?.toString();
  return classifyInboundRequest({
    httpMethod: 'POST',
    ...optional('protocolVersionHeader', header(VERSION)),
    ...optional('mcpMethodHeader', header(METHOD)),
    ...optional('mcpNameHeader', header(NAME)),
    body,
  });
}

function optional<Name extends string>(name: Name, value: string | undefined) {
  return (value === undefined ? {} : { [name]: value }) as { readonly [Key in Name]?: string };
}

const VERSION = 'mcp-protocol-version';
const METHOD = 'mcp-method';
const NAME = 'mcp-name';

/** The era of a list or call of tools in which nothing is unusual; undefined for any other message. */
export function plainEra(exchange: Exchange): Era | undefined {
  const { headers, message } = exchange;
  if (!isPlainMessage(message) || !acceptsBoth(headers)) return undefined;
  const { kind } = classify(exchange);
  if (kind === 'reject') return undefined;
  const version = headers[VERSION];
  if (kind === 'legacy') {
    return version === undefined || EARLIER.has(version) ? 'legacy' : undefined;
  }
  return version === REVISIONS[0] && repeats(headers, message) ? 'modern' : undefined;
}

function isPlainMessage({ id, jsonrpc, method }: Exchange['message']): boolean {
  const isId = typeof id === 'string' || Number.isSafeInteger(id);
  return jsonrpc === '2.0' && isId && (method === 'tools/call' || method === 'tools/list');
}

/** Whether headers repeat the method and the tool of a message as they are. */
function repeats(headers: IncomingHttpHeaders, { method, params }: Exchange['message']): boolean {
  const { name } = (params ?? {}) as { readonly name?: unknown };
  return headers[METHOD] === method && (method === 'tools/list' || headers[NAME] === name);
}

const EARLIER: ReadonlySet<unknown> = new Set(REVISIONS.slice(1));

function acceptsBoth({ accept = '' }: IncomingHttpHeaders): boolean {
  return accept.includes('application/json') && accept.includes('text/event-stream');
}

/** The request as the library takes it; the host is a placeholder. */
function webRequest(headers: IncomingHttpHeaders): Request {
  const own = new Headers({ 'content-type': 'application/json' });
  for (const name of ['accept', METHOD, NAME, VERSION]) {
    const value = headers[name];
    if (typeof value === 'string') own.set(name, value);
  }
  return new Request('http://fieldstone/mcp', { method: 'POST', headers: own });
}

/** The library's own way would answer with a stream of events. */
async function answerLegacy(request: Request, message: unknown, server: Server): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({
    enableJsonResponse: true,
    supportedProtocolVersions: REVISIONS,
  });
  await server.connect(transport);
  try {
    return await transport.handleRequest(request, { parsedBody: message });
  } finally {
    await server.close();
  }
}

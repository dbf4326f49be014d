import {
  classifyInboundRequest,
  createMcpHandler,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { REVISIONS } from './protocol.ts';

/** One message over HTTP. */
export interface Exchange {
  readonly request: Request;
  /** The parsed body. */
  readonly message: unknown;
  readonly createServer: () => Server;
}

/**
 * Answers messages over HTTP, each by a server of its own: revision 2026-07-28 has no sessions, and earlier ones are
 * spoken without.
 */
export class HttpExchanges {
  readonly #servers = new WeakMap<Request, () => Server>();
  readonly #modern: ReturnType<typeof createMcpHandler>;

  constructor() {
    this.#modern = createMcpHandler(
      ({ requestInfo }) => {
        const create = requestInfo && this.#servers.get(requestInfo);
        if (!create) throw new Error('The request of an exchange is unknown');
        return create();
      },
      { legacy: 'reject' },
    );
  }

  /** The response, whose body is whole: nothing is sent before a result. */
  async answer({ request, message, createServer }: Exchange): Promise<Response> {
    if (isLegacy(request, message)) return answerLegacy(request, message, createServer());
    this.#servers.set(request, createServer);
    return this.#modern.fetch(request, { parsedBody: message });
  }

  close(): Promise<void> {
    return this.#modern.close();
  }
}

function isLegacy({ headers, method }: Request, body: unknown): boolean {
  const outcome = classifyInboundRequest({
    httpMethod: method,
    ...header(headers, 'mcp-protocol-version', 'protocolVersionHeader'),
    ...header(headers, 'mcp-method', 'mcpMethodHeader'),
    ...header(headers, 'mcp-name', 'mcpNameHeader'),
    body,
  });
  return outcome.kind === 'legacy';
}

function header<Name extends string>(headers: Headers, name: string, member: Name) {
  const value = headers.get(name);
  return (value === null ? {} : { [member]: value }) as { readonly [Key in Name]?: string };
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

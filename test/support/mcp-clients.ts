import { Client as FirstClient } from 'mcp-client-1/client/index.js';
import { StreamableHTTPClientTransport as FirstTransport } from 'mcp-client-1/client/streamableHttp.js';
import { Client, StreamableHTTPClientTransport } from 'mcp-client-2';
import { onTestFinished } from 'vitest';

/** A tool as clients list it. */
export interface ListedTool {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly outputSchema?: Readonly<Record<string, unknown>> | undefined;
}

/** What a call answered. */
export interface CallAnswer {
  readonly isError?: boolean | undefined;
  readonly content: readonly { readonly type: string; readonly text?: string }[];
  readonly structuredContent?: Readonly<Record<string, unknown>> | undefined;
  readonly _meta?: Readonly<Record<string, unknown>> | undefined;
}

/** An official client, connected. */
export interface McpClient {
  readonly name: string;
  tools(): Promise<readonly ListedTool[]>;
  call(name: string, args?: Readonly<Record<string, unknown>>): Promise<CallAnswer>;
}

/** The official clients, by name: the one of the earlier SDK, and that of 2.x in both of its modes. */
export const CLIENTS = ['1.32', '2.4 auto', '2.4 legacy'] as const;

const INFO = { name: 'test', version: '1.0.0' };

/** Connects an official client to a URL with a key; it is closed when the running test ends. */
export async function mcpClient(
  name: (typeof CLIENTS)[number],
  url: string,
  key: string,
): Promise<McpClient> {
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  if (name === '1.32') {
    const client = new FirstClient(INFO);
    await client.connect(new FirstTransport(new URL(url), { requestInit }) as never);
    onTestFinished(() => client.close());
    return wrapped(name, client as unknown as Caller);
  }
  const mode = name === '2.4 auto' ? 'auto' : 'legacy';
  const client = new Client(INFO, { versionNegotiation: { mode } });
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
  onTestFinished(() => client.close());
  return wrapped(name, client as unknown as Caller);
}

/** What both clients have in common. */
interface Caller {
  listTools(params: { cursor?: string }): Promise<{
    readonly tools: readonly ListedTool[];
    readonly nextCursor?: string;
  }>;
  callTool(params: object): Promise<unknown>;
}

function wrapped(name: string, client: Caller): McpClient {
  return {
    name,
    async tools() {
      const tools: ListedTool[] = [];
      let cursor: string | undefined;
      do {
        const page = await client.listTools(cursor === undefined ? {} : { cursor });
        tools.push(...page.tools);
        cursor = page.nextCursor;
      } while (cursor !== undefined);
      return tools;
    },
    call: async (tool, args = {}) =>
      (await client.callTool({ name: tool, arguments: args })) as CallAnswer,
  };
}

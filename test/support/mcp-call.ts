import type { FastifyInstance } from 'fastify';
import type { CallAnswer } from './mcp-clients.ts';

/** A gateway that tools are called on. */
export interface McpGateway {
  readonly app: FastifyInstance;
  readonly key: string;
}

/** Options of a message. */
export interface MessageOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** After the path. */
  readonly query?: string;
  /** @default '2025-11-25' */
  readonly revision?: (typeof REVISIONS)[number];
}

/** The revisions of the protocol that are spoken. */
export const REVISIONS = ['2026-07-28', '2025-11-25', '2025-06-18'] as const;

/** What a message was answered with. */
export interface MessageAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: {
    readonly result?: CallAnswer & Readonly<Record<string, unknown>>;
    readonly error?: {
      readonly code: number;
      readonly message: string;
      readonly data?: Readonly<Record<string, unknown>>;
    };
    /** Of a request that is refused before it is a message. */
    readonly code?: string;
    readonly detail?: string;
  };
}

/** Sends a message of the protocol, as clients of its revision do. */
export async function sendMessage(
  { app, key }: McpGateway,
  method: string,
  params: Readonly<Record<string, unknown>> = {},
  { headers = {}, query = '', revision = '2025-11-25' }: MessageOptions = {},
): Promise<MessageAnswer> {
  const isModern = revision === '2026-07-28';
  const name = params['name'];
  const response = await app.inject({
    method: 'POST',
    url: `/mcp${query}`,
    headers: {
      authorization: `Bearer ${key}`,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      'mcp-protocol-version': revision,
      ...(isModern && { 'mcp-method': method }),
      ...(isModern && typeof name === 'string' && { 'mcp-name': name }),
      ...headers,
    },
    payload: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method,
      params: isModern ? { ...params, _meta: ENVELOPE } : params,
    }),
  });
  const body = response.body === '' ? {} : response.json();
  return { status: response.statusCode, headers: response.headers, body };
}

const ENVELOPE = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** Calls a tool; rejects where the answer is none of the tool. */
export async function callTool(
  gateway: McpGateway,
  name: string,
  args: Readonly<Record<string, unknown>> = {},
  options: MessageOptions = {},
): Promise<CallAnswer> {
  const { body, status } = await sendMessage(
    gateway,
    'tools/call',
    { name, arguments: args },
    options,
  );
  if (body.result) return body.result;
  throw new Error(`${status} ${JSON.stringify(body)}`);
}

import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv';
import { jsonExcerpt } from '#googlesql';
import packageJson from '../../package.json' with { type: 'json' };
import { FieldstoneError } from '../errors.ts';
import { presentable } from '../server/errors/problem.ts';
import type { ToolContext } from './tools/tool.ts';
import { toolsOf } from './tools/tool-list.ts';

/** The revisions of the protocol that are spoken, newest first. */
export const REVISIONS = ['2026-07-28', '2025-11-25', '2025-06-18'];

/** The member of `_meta`, and of the data of a protocol error, that has the code of an error. */
const CODE_MEMBER = 'fieldstone/code';

/** What a message is answered with. */
export interface MessageContext extends ToolContext {
  /** The tools to list; undefined: all. */
  readonly listed: ReadonlySet<string> | undefined;
  /** Called with each error that the answer has, as it was thrown. */
  readonly onError: (error: unknown) => void;
}

/** A message that a server has received. */
export interface ReceivedMessage {
  readonly id: string | number;
  /** Aborted where the protocol cancels the message. */
  readonly signal: AbortSignal;
}

/** The context of a message; rejects if there is no caller. */
export type ContextOf = (message: ReceivedMessage) => MessageContext | Promise<MessageContext>;

/** Shared: each server would compile its own, and none of ours asks clients for input. */
const VALIDATOR = new AjvJsonSchemaValidator();

const INSTRUCTIONS =
  'Each tool is a stored query that returns typed rows. Where `describe` and `sandbox` are listed, `describe` returns the views of an endpoint and `sandbox` runs one SELECT of your own over them, in GoogleSQL.';

/** A server of the protocol. */
export function createProtocolServer(contextOf: ContextOf): Server {
  const server = new Server(
    { name: 'fieldstone', title: 'Fieldstone', version: packageJson.version },
    {
      capabilities: { tools: {} },
      instructions: INSTRUCTIONS,
      supportedProtocolVersions: REVISIONS,
      jsonSchemaValidator: VALIDATOR,
      cacheHints: { 'tools/list': PRIVATE, 'server/discover': PRIVATE },
    },
  );
  server.setRequestHandler('tools/list', async ({ params }, { mcpReq }) => {
    const context = await contextOf(mcpReq);
    try {
      const { caller, listed, onError, registry } = context;
      const page = toolsOf(registry, caller).page({ cursor: params?.cursor, listed, onError });
      return { ...page, tools: [...page.tools] };
    } catch (error) {
      throw protocolError(error, context);
    }
  });
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    const context = await contextOf(mcpReq);
    const { name, arguments: sent = {} } = params;
    const tool = toolsOf(context.registry, context.caller).get(name);
    if (!tool) throw protocolError(unknownTool(name), context);
    try {
      const { content, structuredContent } = await tool.call(sent, context);
      return { content, structuredContent };
    } catch (error) {
      return toolError(error, context);
    }
  });
  return server;
}

/** Lists depend on the key, whose rights may change at any time. */
const PRIVATE = { ttlMs: 0, cacheScope: 'private' } as const;

/** The error for an unknown tool and for one that the key may not call. */
function unknownTool(name: string): FieldstoneError {
  return new FieldstoneError('ENDPOINT_NOT_FOUND', `There is no tool ${jsonExcerpt(name)}`);
}

/** An error of the protocol, which is not the answer of a tool: -32602, or -32603 for faults of the service. */
export function protocolError(
  error: unknown,
  { onError }: Pick<MessageContext, 'onError'>,
): ProtocolError {
  const { code, message } = presentable(error);
  onError(error);
  const isFault = code === 'INTERNAL';
  return new ProtocolError(
    isFault ? ProtocolErrorCode.InternalError : ProtocolErrorCode.InvalidParams,
    message,
    { [CODE_MEMBER]: code },
  );
}

/** An error that a model may mend; its code is in `_meta`, since clients validate structured content of errors too. */
function toolError(error: unknown, { onError }: MessageContext) {
  const { code, message } = presentable(error);
  onError(error);
  return {
    content: [{ type: 'text' as const, text: message }],
    isError: true,
    _meta: { [CODE_MEMBER]: code },
  };
}

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
export const CODE_MEMBER = 'fieldstone/code';

/** What a server of the protocol needs to know of the request, or of the connection, that it serves. */
export interface ProtocolOptions {
  /** The context of one call, which this signal aborts where the protocol cancels it; rejects if there is no caller. */
  readonly contextOf: (signal: AbortSignal) => ToolContext | Promise<ToolContext>;
  /** The tools to list; undefined: all. */
  readonly listed: ReadonlySet<string> | undefined;
  /** Called with each error that an answer has, as it was thrown. */
  readonly onError: (error: unknown) => void;
}

/** Shared: each server would compile its own, and none of ours asks clients for input. */
const VALIDATOR = new AjvJsonSchemaValidator();

const INSTRUCTIONS =
  'Each tool is a stored query that returns typed rows. Where `describe` and `sandbox` are listed, `describe` returns the views of an endpoint and `sandbox` runs one SELECT of your own over them, in GoogleSQL.';

/** A server of the protocol for one request over HTTP, or for one connection over stdio. */
export function createProtocolServer(options: ProtocolOptions): Server {
  const { contextOf, listed } = options;
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
  server.setRequestHandler('tools/list', async (request, { mcpReq }) => {
    try {
      const { caller, registry } = await contextOf(mcpReq.signal);
      const page = toolsOf(registry, caller).page(request.params?.cursor, listed);
      return { ...page, tools: [...page.tools] };
    } catch (error) {
      throw protocolError(error, options);
    }
  });
  server.setRequestHandler('tools/call', async (request, { mcpReq }) => {
    const { name, arguments: sent = {} } = request.params;
    try {
      const context = await contextOf(mcpReq.signal);
      const tool = toolsOf(context.registry, context.caller).get(name);
      if (!tool) throw protocolError(unknownTool(name), options);
      const { content, structuredContent } = await tool.call(sent, context);
      return { content, structuredContent };
    } catch (error) {
      if (error instanceof ProtocolError) throw error;
      return toolError(error, options);
    }
  });
  return server;
}

/** Lists depend on the key, whose rights may change at any time. */
const PRIVATE = { ttlMs: 0, cacheScope: 'private' } as const;

/** The same for a tool that the key may not call. */
function unknownTool(name: string): FieldstoneError {
  return new FieldstoneError('ENDPOINT_NOT_FOUND', `There is no tool ${jsonExcerpt(name)}`);
}

/** An error of a request that is none of a tool. */
function protocolError(error: unknown, { onError }: ProtocolOptions): ProtocolError {
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
function toolError(error: unknown, { onError }: ProtocolOptions) {
  const { code, message } = presentable(error);
  onError(error);
  return {
    content: [{ type: 'text' as const, text: message }],
    isError: true,
    _meta: { [CODE_MEMBER]: code },
  };
}

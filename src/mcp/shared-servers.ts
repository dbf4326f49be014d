import {
  InMemoryTransport,
  isJSONRPCResponse,
  type JSONRPCRequest,
} from '@modelcontextprotocol/server';
import { type StdioServerHandle, serveStdio } from '@modelcontextprotocol/server/stdio';
import { createProtocolServer, type MessageContext } from './protocol.ts';
import { toolsOf } from './tools/tool-list.ts';

/** Which handshake a client has made: that of revisions with sessions, or none. */
export type Era = 'legacy' | 'modern';

/** What a message is answered with, but for its id. */
export type SharedAnswer = { readonly result: object } | { readonly error: object };

/** A message that is being answered. */
interface Pending {
  readonly context: MessageContext;
  resolve(answer: SharedAnswer | undefined): void;
}

/**
 * Answers messages of all clients by one server an era, which takes a tenth of the time of a server for each. No message
 * may be one that changes a server, or names another message: lists and calls of tools do neither.
 */
export class SharedServers {
  readonly #lines: Readonly<Record<Era, Line>> = { legacy: new Line(), modern: new Line() };

  /** The answer to a message; undefined if the servers were closed before there was one. */
  answer(
    message: JSONRPCRequest,
    era: Era,
    context: MessageContext,
  ): Promise<SharedAnswer | undefined> {
    return this.#lines[era].answer(message, context);
  }

  /**
   * Describes all tools of a caller, so that what is wrong with one is said now, and lists the first in each era: the first
   * list takes a hundred times as long as the next.
   */
  async warm(context: MessageContext): Promise<void> {
    const { caller, onError, registry } = context;
    const tools = toolsOf(registry, caller);
    let cursor: string | undefined;
    do cursor = tools.page({ cursor, onError }).nextCursor;
    while (cursor !== undefined);
    const message = { jsonrpc: '2.0', id: 0, method: 'tools/list' } as const;
    await this.answer({ ...message, params: {} }, 'legacy', context);
    await this.answer({ ...message, params: { _meta: ENVELOPE } }, 'modern', context);
  }

  async close(): Promise<void> {
    await Promise.all(Object.values(this.#lines).map((line) => line.close()));
  }
}

/** What messages of revisions without sessions carry. */
const ENVELOPE = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** A connection within this process, opened at its first message, which decides the era of its server. */
interface Connection {
  readonly transport: InMemoryTransport;
  readonly served: StdioServerHandle;
}

/** A connection that is opened again when it was closed. */
class Line {
  readonly #pending = new Map<string | number, Pending>();
  #connection: Connection | undefined;
  #last = 0;

  async answer(
    message: JSONRPCRequest,
    context: MessageContext,
  ): Promise<SharedAnswer | undefined> {
    this.#last += 1;
    const id = this.#last;
    const { promise, resolve } = Promise.withResolvers<SharedAnswer | undefined>();
    this.#pending.set(id, { context, resolve });
    this.#connection ??= this.#open();
    try {
      // Ids are the clients' own, and may be the same.
      await this.#connection.transport.send({ ...message, id });
      return await promise;
    } finally {
      this.#pending.delete(id);
    }
  }

  #open(): Connection {
    const [transport, other] = InMemoryTransport.createLinkedPair();
    transport.onmessage = (message) => {
      if (!isJSONRPCResponse(message) || message.id === undefined) return;
      this.#pending.get(message.id)?.resolve(message);
    };
    transport.onclose = () => {
      this.#connection = undefined;
      for (const { resolve } of this.#pending.values()) resolve(undefined);
    };
    const contextOf = ({ id }: { readonly id: string | number }) => {
      const pending = this.#pending.get(id);
      if (!pending) throw new Error('The message is not one of those that wait');
      return pending.context;
    };
    const served = serveStdio(() => createProtocolServer(contextOf), { transport: other });
    return { transport, served };
  }

  async close(): Promise<void> {
    await this.#connection?.served.close();
  }
}

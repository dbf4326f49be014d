import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

declare module 'fastify' {
  interface FastifyInstance {
    readonly connections: Connections;
  }
}

/** A request with its response. */
export type Exchange = readonly [IncomingMessage, ServerResponse];

/** The open connections of a server, each with its last request. */
export class Connections {
  readonly #open = new Map<Socket, Exchange | undefined>();

  constructor(server: Server) {
    server.on('connection', (socket: Socket) => {
      this.#open.set(socket, undefined);
      socket.once('close', () => this.#open.delete(socket));
    });
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      this.#open.set(request.socket, [request, response]);
    });
    const closeIdle = server.closeIdleConnections.bind(server);
    // Node and Fastify call it too when the server closes.
    server.closeIdleConnections = () => this.#keepUnsent(closeIdle);
  }

  /** The last exchange on a connection; undefined before its first request. */
  lastExchange(socket: Socket): Exchange | undefined {
    return this.#open.get(socket);
  }

  /**
   * Node takes an answer for finished once it was written, and would close the connection of a client that still reads
   * it. Which connections have received a part of a request, only Node knows.
   */
  #keepUnsent(closeIdle: () => void): void {
    const unsent = [...this.#open.values()]
      .flatMap((exchange) => exchange?.[1] ?? [])
      .filter(({ writableEnded, writableFinished }) => writableEnded && !writableFinished);
    for (const response of unsent) response.finished = false;
    closeIdle();
    for (const response of unsent) response.finished = true;
  }

  [Symbol.iterator](): Iterator<readonly [Socket, Exchange | undefined]> {
    return this.#open.entries();
  }
}

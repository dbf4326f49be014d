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
  }

  /** Includes destroyed connections until their `close` event. */
  get size(): number {
    return this.#open.size;
  }

  /** The last exchange on a connection; undefined before its first request. */
  lastExchange(socket: Socket): Exchange | undefined {
    return this.#open.get(socket);
  }

  [Symbol.iterator](): Iterator<readonly [Socket, Exchange | undefined]> {
    return this.#open.entries();
  }
}

import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { FieldstoneError } from '../../errors.ts';

/** Beyond this multiple of the limit Node drops connections unanswered: each holds a file descriptor. */
const ANSWERED_PART = 2;

/**
 * Answers connections beyond the limit with `OVERLOADED`, where Node's own limit would drop them unanswered. Idle
 * connections are closed first to make room.
 */
export class ConnectionLimit {
  readonly #maxConnections: number;
  readonly #open = new Set<Socket>();
  readonly #excess = new WeakSet<Socket>();

  constructor(server: Server, maxConnections: number) {
    this.#maxConnections = maxConnections;
    server.maxConnections = maxConnections * ANSWERED_PART;
    server.on('connection', (socket: Socket) => {
      this.#open.add(socket);
      socket.once('close', () => this.#open.delete(socket));
      if (this.#open.size <= maxConnections) return;
      server.closeIdleConnections();
      if (this.#isFull()) this.#excess.add(socket);
    });
  }

  /** Throws `OVERLOADED` for a request on a connection beyond the limit; health checks are always answered. */
  check(request: FastifyRequest): void {
    if (!this.#excess.has(request.raw.socket)) return;
    if (request.routeOptions.config.access === 'open') return;
    throw new FieldstoneError('OVERLOADED', 'There are too many connections; try again shortly', {
      headers: { 'Retry-After': '1', Connection: 'close' },
    });
  }

  /** Destroyed connections stay in the set until their `close` event. */
  #isFull(): boolean {
    let count = 0;
    for (const { destroyed } of this.#open) if (!destroyed) count += 1;
    return count > this.#maxConnections;
  }
}

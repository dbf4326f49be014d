import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { FieldstoneError } from '../../errors.ts';
import type { Connections } from './connections.ts';

/** Beyond this multiple of the limit Node drops connections unanswered: each holds a file descriptor. */
const ANSWERED_PART = 2;

/**
 * Answers connections beyond the limit with `OVERLOADED`, where Node's own limit would drop them unanswered. Idle
 * connections are closed first to make room.
 */
export class ConnectionLimit {
  readonly #excess = new WeakSet<Socket>();

  constructor(server: Server, connections: Connections, maxConnections: number) {
    server.maxConnections = maxConnections * ANSWERED_PART;
    server.on('connection', (socket: Socket) => {
      if (connections.size <= maxConnections) return;
      server.closeIdleConnections();
      if (aliveOf(connections) > maxConnections) this.#excess.add(socket);
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
}

/** The number of connections that are not destroyed. */
function aliveOf(connections: Connections): number {
  let count = 0;
  for (const [{ destroyed }] of connections) if (!destroyed) count += 1;
  return count;
}

import type { FastifyInstance } from 'fastify';

const FINISH_MS = 30_000;
const BODY_MS = 5_000;
const SWEEP_MS = 100;

/** Whether the server is draining: it answers as before and asks clients to reconnect elsewhere. */
export class Draining {
  #hasBegun = false;

  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  begin(): void {
    this.#hasBegun = true;
  }
}

/**
 * While draining, every answer carries `Connection: close`, so that its client reconnects to another replica. `close`
 * starts draining too.
 */
export function addDraining(app: FastifyInstance, draining: Draining): void {
  app.addHook('preClose', async () => draining.begin());
  app.addHook('onSend', (_, reply, payload, done) => {
    if (draining.hasBegun) reply.header('Connection', 'close');
    done(null, payload);
  });
}

/** Time limits for requests in progress once the server stops listening. */
export interface CloseLimits {
  /** For requests being handled. */
  readonly finishMs?: number;
  /** For requests that have not fully arrived. */
  readonly bodyMs?: number;
}

/** Stops accepting connections, lets running requests finish, and closes those that exceed the limits. */
export async function closeServer(
  app: FastifyInstance,
  { finishMs = FINISH_MS, bodyMs = BODY_MS }: CloseLimits = {},
): Promise<void> {
  // Connections that become idle after `close` would otherwise delay it by their keep-alive timeout.
  const sweep = setInterval(() => app.server.closeIdleConnections(), SWEEP_MS);
  const refuse = setTimeout(() => refuseUnfinished(app), Math.min(bodyMs, finishMs));
  const cut = setTimeout(() => app.server.closeAllConnections(), finishMs);
  try {
    await app.close();
  } finally {
    clearInterval(sweep);
    clearTimeout(refuse);
    clearTimeout(cut);
  }
}

/** Answers 408 to incomplete requests, as Node does at its request timeout. */
function refuseUnfinished({ connections, server }: FastifyInstance): void {
  for (const [socket, exchange] of connections) {
    if (exchange?.[0].complete && !exchange[1].writableFinished) continue;
    const error = Object.assign(new Error('The server stops'), {
      code: 'ERR_HTTP_REQUEST_TIMEOUT',
    });
    server.emit('clientError', error, socket);
  }
}

import type { FastifyInstance } from 'fastify';

const DRAIN_MS = 30_000;
const SWEEP_MS = 100;

/** From `close` on, every answer tells its client to open a new connection, which another replica takes. */
export function addDraining(app: FastifyInstance): void {
  let isDraining = false;
  app.addHook('preClose', async () => {
    isDraining = true;
  });
  app.addHook('onSend', (_, reply, payload, done) => {
    if (isDraining) reply.header('Connection', 'close');
    done(null, payload);
  });
}

/** Stops accepting, lets the running requests finish, and cuts what is left after `withinMs`. */
export async function closeServer(app: FastifyInstance, withinMs = DRAIN_MS): Promise<void> {
  // Connections that fall idle after `close` would keep it waiting for their keep-alive time.
  const sweep = setInterval(() => app.server.closeIdleConnections(), SWEEP_MS);
  const cut = setTimeout(() => app.server.closeAllConnections(), withinMs);
  try {
    await app.close();
  } finally {
    clearInterval(sweep);
    clearTimeout(cut);
  }
}

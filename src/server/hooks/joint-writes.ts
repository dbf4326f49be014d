import type { FastifyInstance } from 'fastify';

/**
 * Writes the answers that are finished in one iteration of the event loop together at its end, as Redis does with its
 * replies. Written one by one, each wakes a client on the same machine (a proxy beside the service, say) that sleeps
 * again before the next: most of the processor time of such a write.
 */
export function addJointWrites(app: FastifyInstance): void {
  app.addHook('onSend', (_request, _reply, payload, done) => {
    setImmediate(done, null, payload);
  });
}

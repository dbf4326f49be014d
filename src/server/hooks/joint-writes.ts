import type { FastifyInstance } from 'fastify';

/**
 * Writes the answers that are finished in one iteration of the event loop together at its end, as Redis does with its
 * replies. Otherwise each write would wake a client on the same machine, such as a sidecar proxy, which sleeps again
 * before the next one: that takes most of the CPU time of a write.
 */
export function addJointWrites(app: FastifyInstance): void {
  app.addHook('onSend', (_request, _reply, payload, done) => {
    setImmediate(done, null, payload);
  });
}

import { Stream } from 'node:stream';
import type { FastifyInstance } from 'fastify';

/**
 * Writes the answers that are finished in one iteration of the event loop together at its end, as Redis does with its
 * replies. Otherwise each write would wake a client on the same machine, such as a sidecar proxy, which sleeps again
 * before the next one: that takes most of the CPU time of a write.
 *
 * Hooks that are added later run in the asynchronous context of another request. Fastify catches what they throw.
 */
export function addJointWrites(app: FastifyInstance): void {
  let waiting: (() => void)[] = [];
  const writeAll = () => {
    const writes = waiting;
    waiting = [];
    for (const write of writes) write();
  };
  app.addHook('onSend', (_request, _reply, payload, done) => {
    // Nobody listens for the errors of a stream that waits.
    if (payload instanceof Stream) return done(null, payload);
    waiting.push(() => done(null, payload));
    if (waiting.length === 1) setImmediate(writeAll);
  });
}

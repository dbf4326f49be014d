import { Stream } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** An answer as a handler makes it, without what hooks add. */
export interface HandlerAnswer {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** In the content coding that the headers name, without one still to be compressed; undefined without a body. */
  readonly bytes: Buffer | undefined;
}

/** Sends a handler's answer. */
export function sendHandlerAnswer(
  reply: FastifyReply,
  { status, headers, bytes }: HandlerAnswer,
): FastifyReply {
  return addHandlerHeaders(reply.code(status), headers).send(bytes);
}

/** Adds a handler's headers; its `Vary` is appended to that of the hooks. */
export function addHandlerHeaders(
  reply: FastifyReply,
  headers: HandlerAnswer['headers'],
): FastifyReply {
  const vary = reply.getHeader('vary');
  reply.headers(headers);
  if (vary && headers['vary']) reply.header('vary', `${vary}, ${headers['vary']}`);
  return reply;
}

/** Adds to `Vary`, which CORS may have set before. */
export function addVary(reply: FastifyReply, name: string): void {
  const names = `${reply.getHeader('vary') ?? ''}`.split(/\s*,\s*/).filter((one) => one !== '');
  if (names.some((one) => one.toLowerCase() === name.toLowerCase())) return;
  reply.header('Vary', [...names, name].join(', '));
}

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
    // A delayed stream has no `error` listener yet.
    if (payload instanceof Stream) return done(null, payload);
    waiting.push(() => done(null, payload));
    if (waiting.length === 1) setImmediate(writeAll);
  });
}

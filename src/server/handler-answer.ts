import type { FastifyReply } from 'fastify';

/** An answer as a handler makes it, without what hooks add. */
export interface HandlerAnswer {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** In the final content coding; undefined for an answer without a body. */
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
  const before = reply.getHeader('vary');
  reply.headers(headers);
  if (!before || !headers['vary']) return reply;
  reply.header('vary', before);
  for (const name of headers['vary'].split(', ')) addVary(reply, name);
  return reply;
}

/** Adds to `Vary`, which CORS may have set before. */
export function addVary(reply: FastifyReply, name: string): void {
  const names = `${reply.getHeader('vary') ?? ''}`.split(/\s*,\s*/).filter((one) => one !== '');
  if (names.some((one) => one.toLowerCase() === name.toLowerCase())) return;
  reply.header('Vary', [...names, name].join(', '));
}

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
  const vary = reply.getHeader('vary');
  reply.headers(headers);
  if (vary && headers['vary']) reply.header('vary', `${vary}, ${headers['vary']}`);
  return reply;
}

import type { FastifyReply, FastifyRequest } from 'fastify';

/** A signal that is aborted if the client disconnects before its answer is complete. */
export function requestSignal(request: FastifyRequest, reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  const leave = () => {
    if (!reply.raw.writableFinished) {
      controller.abort(new DOMException('The client closed the request', 'AbortError'));
    }
  };
  if (request.raw.destroyed && !request.raw.complete) leave();
  else reply.raw.once('close', leave);
  return controller.signal;
}

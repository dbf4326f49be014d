import type { FastifyReply, FastifyRequest } from 'fastify';

/** A signal that is aborted if the client disconnects before its answer is complete. */
export function requestSignal(
  { raw: request }: FastifyRequest,
  { raw: response }: FastifyReply,
): AbortSignal {
  const controller = new AbortController();
  const leave = () => {
    if (!response.writableFinished) {
      controller.abort(new DOMException('The client closed the request', 'AbortError'));
    }
  };
  const hasLeft = response.destroyed || (request.destroyed && !request.complete);
  if (hasLeft) leave();
  else response.once('close', leave);
  return controller.signal;
}

/** Whether an error is the abort of such a signal, which is no fault. */
export function isClientAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

/**
 * The time of a request and its signal, which is created on first access: an answer from the cache needs none. A class,
 * because V8 keeps every object literal with a getter until a full garbage collection.
 */
export class RequestMoment {
  /** The request's only clock reading, in microseconds since the epoch. */
  readonly now: bigint;
  readonly #request: FastifyRequest;
  readonly #reply: FastifyReply;
  #signal: AbortSignal | undefined;

  constructor(now: bigint, request: FastifyRequest, reply: FastifyReply) {
    this.now = now;
    this.#request = request;
    this.#reply = reply;
  }

  /** See `requestSignal`. */
  get signal(): AbortSignal {
    this.#signal ??= requestSignal(this.#request, this.#reply);
    return this.#signal;
  }
}

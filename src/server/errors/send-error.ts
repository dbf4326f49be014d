import type { FastifyReply, FastifyRequest } from 'fastify';
import { isGraphqlRequest } from '../../request/target.ts';
import { toGraphqlError } from './graphql-error.ts';
import { presentable, toProblem } from './problem.ts';

/** Sends an error as a problem document, or as a GraphQL response at the GraphQL path, and logs it if it is our fault. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const { code, status } = presentable(error);
  request.errorCode = code;
  // A disconnected client is no error; rejections under overload are not worth a stack trace in the log.
  const isFault = status >= 500 && code !== 'OVERLOADED';
  if (isFault && !reply.raw.destroyed) request.log.error({ err: error, code }, 'failed');
  const ids = { requestId: request.id, traceId: request.traceId };
  const problem = isGraphqlRequest(request)
    ? toGraphqlError(error, ids, request.headers.accept)
    : toProblem(error, ids);
  if (leavesBodyUnread(request)) reply.header('Connection', 'close');
  // Fastify closes the connection for every body over its limit.
  else if (problem.status === 413) reply.removeHeader('Connection');
  // Of an answer in a coding that failed before its first byte.
  reply.removeHeader('Content-Encoding');
  reply.code(problem.status).headers(problem.headers).send(problem.body);
}

/**
 * Bytes of a refused body that Node reads and discards: a connection that is closed while the client writes is reset, and
 * the client may lose the answer.
 */
const MAX_DISCARDED_BYTES = 16e6;

/** Whether the client is still sending a body larger than Node should read and discard. */
function leavesBodyUnread({ raw }: FastifyRequest): boolean {
  if (raw.complete) return false;
  // Without either header there is no body, although Node sets `complete` only after the hooks.
  if (raw.headers['transfer-encoding'] !== undefined) return true;
  return Number(raw.headers['content-length'] ?? 0) > MAX_DISCARDED_BYTES;
}

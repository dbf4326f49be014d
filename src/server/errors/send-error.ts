import type { FastifyReply, FastifyRequest } from 'fastify';
import { listMembers } from '../../request/headers.ts';
import { isGraphqlRequest } from '../../request/target.ts';
import { type Problem, presentable, type RequestIds, toProblem } from './problem.ts';

const GRAPHQL = 'application/graphql-response+json';
const JSON_TYPE = 'application/json';

/** An error as a GraphQL response without `data`, for failures before Yoga runs. */
export function toGraphqlError(
  error: unknown,
  ids: RequestIds,
  accept: string | undefined,
): Problem {
  const { code, status, headers, message } = presentable(error);
  return {
    status,
    headers: {
      'Content-Type': `${acceptedType(accept)}; charset=utf-8`,
      'Cache-Control': 'no-store',
      ...headers,
    },
    body: JSON.stringify({ errors: [{ message, extensions: { code, ...ids } }] }),
  };
}

/** The media type that `Accept` names first, as Yoga chooses; JSON if it names neither. */
function acceptedType(accept = ''): string {
  const named = listMembers(accept).map((range) => range.split(';', 1)[0]?.trim().toLowerCase());
  return named.find((type) => type === GRAPHQL || type === JSON_TYPE) ?? JSON_TYPE;
}

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

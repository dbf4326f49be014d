import type { FastifyReply } from 'fastify';
import type { Phases } from '../run-record.ts';

/**
 * Adds `Server-Timing` (W3C): `queue`, waiting to be compiled and for a free place at the engine; `engine`, absent if
 * nothing was run; `encode`, from the rows to the bytes.
 */
export function addServerTiming(
  reply: FastifyReply,
  { queueMs, engineMs, encodeMs }: Phases,
): void {
  let header = `queue;dur=${rounded(queueMs)}`;
  if (engineMs !== undefined) header += `, engine;dur=${rounded(engineMs)}`;
  if (encodeMs !== undefined) header += `, encode;dur=${rounded(encodeMs)}`;
  reply.header('server-timing', header);
}

/** In microseconds; `toFixed` would take longer than the rest of the header. */
function rounded(ms: number): number {
  return Math.round(ms * 1_000) / 1_000;
}

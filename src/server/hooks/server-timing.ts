import type { FastifyReply } from 'fastify';

/** When the rows of one result came, and what they took. */
export interface TimedResult {
  /** In milliseconds; undefined if the rows needed no run of the engine. */
  readonly times: { readonly queueMs: number; readonly engineMs: number } | undefined;
  /** In the time of `performance.now()`. */
  readonly rowsAt: number;
}

/**
 * Adds `Server-Timing` (W3C): `queue`, waiting for a free place at the engine; `engine`, absent if nothing was run;
 * `encode`, from the rows to the bytes.
 *
 * Results of one operation are awaited side by side, so the longest wait and the longest run count. `encodedAt` is in the
 * time of `performance.now()`; undefined if the answer is encoded while it is sent.
 */
export function addServerTiming(
  reply: FastifyReply,
  results: readonly TimedResult[],
  encodedAt: number | undefined,
): void {
  let queueMs = 0;
  let engineMs: number | undefined;
  let lastRowsAt = 0;
  for (const { times, rowsAt } of results) {
    if (rowsAt > lastRowsAt) lastRowsAt = rowsAt;
    if (!times) continue;
    queueMs = Math.max(queueMs, times.queueMs);
    engineMs = Math.max(engineMs ?? 0, times.engineMs);
  }
  let header = `queue;dur=${rounded(queueMs)}`;
  if (engineMs !== undefined) header += `, engine;dur=${rounded(engineMs)}`;
  if (encodedAt !== undefined) header += `, encode;dur=${rounded(encodedAt - lastRowsAt)}`;
  reply.header('Server-Timing', header);
}

/** Adds the header to an answer from the microcache, for which nothing was run and nothing encoded. */
export function addKeptTiming(reply: FastifyReply): void {
  reply.header('Server-Timing', 'queue;dur=0, encode;dur=0');
}

/** In microseconds; `toFixed` would take longer than the rest of the header. */
function rounded(ms: number): number {
  return Math.round(ms * 1_000) / 1_000;
}

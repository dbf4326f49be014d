import type { RefreshFailure } from '../../cache/result-cache.ts';
import { type ErrorCode, FieldstoneError } from '../../errors.ts';

const ENGINE_ERRORS: ReadonlySet<ErrorCode> = new Set([
  'ENGINE_FAILED',
  'ENGINE_UNAVAILABLE',
  'OVERLOADED',
  'QUERY_TIMEOUT',
]);

const FIRST_WAIT = 1_000_000n;
const MAX_DOUBLINGS = 6;

/** Whether old rows are better than this error: it is the engine's, and not the caller's. */
export function isEngineError(error: unknown): boolean {
  return error instanceof FieldstoneError && ENGINE_ERRORS.has(error.code);
}

/**
 * Whether it is too early to try again. A moment further away than any wait was computed before the clock was set back,
 * and does not hold.
 */
export function isWaiting(failure: RefreshFailure | undefined, now: bigint): boolean {
  if (!failure) return false;
  const rest = failure.retryAt - now;
  return rest > 0n && rest <= FIRST_WAIT << BigInt(MAX_DOUBLINGS);
}

/** What a record remembers of a refresh that failed: the waits double from one second to about a minute. */
export function nextFailure(
  before: RefreshFailure | undefined,
  error: unknown,
  now: bigint,
): RefreshFailure {
  const count = (before?.count ?? 0) + 1;
  const wait = FIRST_WAIT << BigInt(Math.min(count - 1, MAX_DOUBLINGS));
  return {
    count,
    retryAt: now + wait,
    status: error instanceof FieldstoneError ? error.status : 500,
  };
}

import { isOfState } from '../../cache/entry.ts';
import type { RefreshFailure } from '../../cache/result-cache.ts';
import { type ErrorCode, FieldstoneError } from '../../errors.ts';
import type { RunContext } from '../source.ts';

const ENGINE_ERRORS: ReadonlySet<ErrorCode> = new Set([
  'ENGINE_FAILED',
  'ENGINE_UNAVAILABLE',
  'OVERLOADED',
  'QUERY_TIMEOUT',
]);

const FIRST_WAIT_MICROS = 1_000_000n;
const MAX_DOUBLINGS = 6;

/** Whether an error is the engine's and not the caller's, so that stale rows may replace it. */
export function isEngineError(error: unknown): boolean {
  return error instanceof FieldstoneError && ENGINE_ERRORS.has(error.code);
}

/**
 * Whether it is too early to retry. A `retryAt` further away than the longest wait was computed before the clock was
 * set back, and is ignored; other data may not fail.
 */
export function isWaiting(
  failure: RefreshFailure | undefined,
  { now, dataState }: RunContext,
): boolean {
  if (!failure || !isOfState(failure, dataState)) return false;
  const rest = failure.retryAt - now;
  return rest > 0n && rest <= FIRST_WAIT_MICROS << BigInt(MAX_DOUBLINGS);
}

/** The failure to store after another failed refresh: the waits double from one second to about a minute. */
export function nextFailure(
  before: RefreshFailure | undefined,
  error: unknown,
  { now, dataState }: RunContext,
): RefreshFailure {
  const count = (before?.count ?? 0) + 1;
  const wait = FIRST_WAIT_MICROS << BigInt(Math.min(count - 1, MAX_DOUBLINGS));
  return {
    count,
    retryAt: now + wait,
    status: error instanceof FieldstoneError ? error.status : 500,
    dataState,
  };
}

import { type ErrorCode, FieldstoneError } from '../errors.ts';

const REFUSALS: ReadonlySet<ErrorCode> = new Set(['RATE_LIMITED', 'OVERLOADED']);

/** Whether a run was refused for what its key, or all keys, have under way: in another key's name it may be let in. */
export function isRefusedRun(error: unknown): error is FieldstoneError {
  return error instanceof FieldstoneError && REFUSALS.has(error.code);
}

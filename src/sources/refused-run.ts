import { type ErrorCode, FieldstoneError } from '../errors.ts';

const REFUSALS: ReadonlySet<ErrorCode> = new Set(['RATE_LIMITED', 'OVERLOADED']);

/** Whether a run was refused because of the load of its key or of all keys; another key's may be admitted. */
export function isRefusedRun(error: unknown): error is FieldstoneError {
  return error instanceof FieldstoneError && REFUSALS.has(error.code);
}

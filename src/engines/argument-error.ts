import { FieldstoneError } from '../errors.ts';

/** Literals of stored queries are known to compile, so a pattern error must come from an argument. */
const ABOUT_A_PATTERN = /^(?:Cannot parse regular expression|Regular expression is too large)\b/;

/**
 * The error for a validated argument that the engine rejects, without the engine's message; undefined for other
 * errors.
 */
export function argumentError(message: string, cause: unknown): FieldstoneError | undefined {
  if (!ABOUT_A_PATTERN.test(message)) return undefined;
  return new FieldstoneError(
    'BAD_USER_INPUT',
    'A regular expression among the arguments is too large, or has parts that the engine does not know',
    { cause },
  );
}

import { FieldstoneError } from '../errors.ts';

/** Stored queries have only literals that compile, so what an engine says of a pattern is about an argument. */
const ABOUT_A_PATTERN = /^(?:Cannot parse regular expression|Regular expression is too large)\b/;

/** What the caller of a stored query sees where an engine refuses an argument that was checked before; no engine's words. */
export function argumentError(message: string, cause: unknown): FieldstoneError | undefined {
  if (!ABOUT_A_PATTERN.test(message)) return undefined;
  return new FieldstoneError(
    'BAD_USER_INPUT',
    'A regular expression among the arguments is too large, or has parts that the engine does not know',
    { cause },
  );
}

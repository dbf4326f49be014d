/** Wrong usage of the command; the message says what is expected. */
export class UsageError extends Error {
  override name = 'UsageError' as const;
}

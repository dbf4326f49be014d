/** Wrong usage of the command; the message says what is expected. */
export class UsageError extends Error {
  override name = 'UsageError' as const;

  /** Wraps an error of `parseArgs`, with the first sentence of its message. */
  static of(cause: unknown): UsageError {
    const message = (cause as Error).message.split('. ', 1)[0] ?? '';
    return new UsageError(message, { cause });
  }
}

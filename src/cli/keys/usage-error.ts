/** A command line that cannot be run; its message says what would be right. */
export class UsageError extends Error {
  override name = 'UsageError' as const;

  /** Takes over the first sentence of what `parseArgs` found. */
  static of(cause: unknown): UsageError {
    const message = (cause as Error).message.split('. ', 1)[0] ?? '';
    return new UsageError(message, { cause });
  }
}

/** A failure of a command, with its exit code; the message tells the user what to do. */
export class CommandError extends Error {
  override name = 'CommandError';
  /** 1 for a failure, 2 for wrong usage. */
  readonly exitCode: 1 | 2;

  constructor(exitCode: 1 | 2, message: string, options?: ErrorOptions) {
    super(message, options);
    this.exitCode = exitCode;
  }
}

/** Wrong usage of a command; the message says what is expected. */
export class UsageError extends CommandError {
  override name = 'UsageError';

  constructor(message: string, options?: ErrorOptions) {
    super(2, message, options);
  }

  /** Wraps an error of `parseArgs`, with the first sentence of its message. */
  static of(cause: unknown): UsageError {
    const message = (cause as Error).message.split('. ', 1)[0] ?? '';
    return new UsageError(message, { cause });
  }
}

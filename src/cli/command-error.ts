/** A failure of a command, with its exit code; the message tells the user what to do. */
export class CommandError extends Error {
  override name = 'CommandError' as const;
  /** 1 for a failure, 2 for wrong usage. */
  readonly exitCode: 1 | 2;

  constructor(exitCode: 1 | 2, message: string, options?: ErrorOptions) {
    super(message, options);
    this.exitCode = exitCode;
  }
}

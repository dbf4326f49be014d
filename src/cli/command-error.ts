/** A command line that cannot be run; its message says what would be right. */
export class CommandError extends Error {
  override name = 'CommandError' as const;
  /** 1 for a failure, 2 for wrong use. */
  readonly exitCode: 1 | 2;

  constructor(exitCode: 1 | 2, message: string, options?: ErrorOptions) {
    super(message, options);
    this.exitCode = exitCode;
  }
}

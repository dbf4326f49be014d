/** Why an engine process has ended. */
export type EndReason =
  /** It took more memory than allowed. */
  | 'memory'
  /** A statement went on after its interrupt. */
  | 'unstoppable'
  /** It ended by itself. */
  | 'crash'
  /** Somebody else ended it. */
  | 'killed'
  /** It is not needed any more. */
  | 'closed';

/** The error of a statement whose engine process ended before it had answered. */
export class ProcessEnded extends Error {
  override name = 'ProcessEnded' as const;
  readonly reason: EndReason;
  /** The statement's part in that, between 0 and 1. */
  readonly blame: number;

  constructor(reason: EndReason, blame: number, detail: string) {
    super(`The engine process has ended: ${reason} ${detail}`.trimEnd());
    this.reason = reason;
    this.blame = blame;
  }
}

/** What DuckDB said about a statement that it could not run. */
export class StatementFailed extends Error {
  override name = 'StatementFailed' as const;
}

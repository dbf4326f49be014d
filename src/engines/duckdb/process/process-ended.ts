/** Why an engine process has ended. */
export type EndReason =
  /** It exceeded its memory limit. */
  | 'memory'
  /** A statement continued after its interrupt. */
  | 'unstoppable'
  /** It exited by itself. */
  | 'crash'
  /** It was killed from outside. */
  | 'killed'
  /** It was closed by the gateway. */
  | 'closed';

/** The error of a statement whose engine process ended before it answered. */
export class ProcessEnded extends Error {
  override name = 'ProcessEnded' as const;
  readonly reason: EndReason;
  /** The statement's share in the end, from 0 to 1. */
  readonly share: number;

  constructor(reason: EndReason, share: number, detail: string) {
    super(`The engine process has ended: ${reason} ${detail}`.trimEnd());
    this.reason = reason;
    this.share = share;
  }
}

/** DuckDB's error for a statement that failed. */
export class StatementFailed extends Error {
  override name = 'StatementFailed' as const;
}

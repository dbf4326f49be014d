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

/** Whether a statement ended its process. */
export type Fault = 'own' | 'unknown' | 'none';

/** The error of a statement whose engine process ended before it answered. */
export class ProcessEnded extends Error {
  override name = 'ProcessEnded' as const;
  readonly reason: EndReason;
  /** Whether the statement ended the process: yes, no, or one of those that ran in it did. */
  readonly fault: Fault;

  constructor(reason: EndReason, fault: Fault, detail: string) {
    super(`The engine process has ended: ${reason} ${detail}`.trimEnd());
    this.reason = reason;
    this.fault = fault;
  }
}

/** DuckDB's error for a statement that failed. */
export class StatementFailed extends Error {
  override name = 'StatementFailed' as const;
}

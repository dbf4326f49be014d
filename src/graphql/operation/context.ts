import type { Caller } from '../../auth/caller.ts';
import type { Registry } from '../../catalog/registry.ts';
import type { RunRequest } from '../../execution/run-request.ts';
import type { RunResult } from '../../execution/run-result.ts';

/** What every resolver of one operation shares. */
export interface Context {
  readonly requestId: string;
  readonly caller: Caller;
  readonly registry: Registry;
  /** Whether the request's headers ask for redaction. */
  readonly redact: boolean;
  /** What is wrong with the body, as a sentence, where it is not to be read at all. */
  readonly unreadable: string | undefined;
  /** Runs a request, at once where its rows are kept; the same question twice in one operation runs once. */
  run(request: RunRequest): RunResult | Promise<RunResult>;
  readonly outcome: OperationOutcome;
}

/** What an operation has come to, for whoever keeps its answer. */
export interface OperationOutcome {
  /** The results that were kept when the operation asked for them. */
  readonly results: RunResult[];
  /** Whether it caused a run or had SQL compiled. */
  hasMisses: boolean;
  hasErrors: boolean;
}

import DataLoader from 'dataloader';
import type { Caller } from '../access/caller.ts';
import type { Registry } from '../run/registry.ts';
import type { PlannedRun, Runner, RunRequest, RunResult } from '../run/runner.ts';

/** What every resolver of one operation shares. */
export interface Context {
  readonly caller: Caller;
  readonly registry: Registry;
  /** Whether the request's headers ask for redaction. */
  readonly redact: boolean;
  /** The operation's one clock reading, in microseconds since the epoch. */
  readonly now: bigint;
  /** Aborted when the client has left. */
  readonly signal: AbortSignal;
  /** Runs a request; the same question twice in one operation runs once. */
  run(request: RunRequest): Promise<RunResult>;
}

/** Runs requests so that equal ones meet, for the length of one operation. */
export function createOperationRunner(runner: Runner): Context['run'] {
  const loader = new DataLoader<PlannedRun, RunResult, string>(
    (planned) => Promise.all(planned.map((run) => settle(runner.finish(run)))),
    { cacheKeyFn: ({ plan, redact }) => `${plan.key} ${redact}` },
  );
  return async (request) => loader.load(runner.plan(request));
}

/** DataLoader wants failures as values, so that one does not fail the batch. */
async function settle(result: Promise<RunResult>): Promise<RunResult | Error> {
  return result.catch((error: unknown) =>
    error instanceof Error ? error : new Error(String(error)),
  );
}

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
  const asked = new Set<string>();
  const loader = new DataLoader<PlannedRun, RunResult, string>(
    (planned) => Promise.all(planned.map((run) => settle(runner.finish(run)))),
    { cacheKeyFn: keyOf },
  );
  return async (request) => {
    const planned = runner.plan(request);
    const isFirst = !asked.has(keyOf(planned));
    asked.add(keyOf(planned));
    const result = await loader.load(planned);
    return isFirst ? result : collapsed(result);
  };
}

function keyOf({ plan, redact }: PlannedRun): string {
  return `${plan.key} ${redact}`;
}

/** Only the first pays for a run: the sum over all answers is the bill. */
function collapsed(result: RunResult): RunResult {
  const { cacheStatus } = result;
  if (cacheStatus !== 'MISS' && cacheStatus !== 'BYPASS') return result;
  return { ...result, cacheStatus: 'COLLAPSED', bytesBilled: 0 };
}

/** DataLoader wants failures as values, so that one does not fail the batch. */
async function settle(result: Promise<RunResult>): Promise<RunResult | Error> {
  return result.catch((error: unknown) =>
    error instanceof Error ? error : new Error(String(error)),
  );
}
